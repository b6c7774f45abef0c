/** Loads and decodes one of the app's sounds, `public/sounds/<name>.mp3`. */
export async function loadSoundFile(context: AudioContext, name: string): Promise<AudioBuffer> {
  const response = await fetch(`/sounds/${name}.mp3`)
  if (!response.ok) throw new Error(`/sounds/${name}.mp3 answers ${response.status}.`)
  return context.decodeAudioData(await response.arrayBuffer())
}
