import type { EntryMetadata } from '#domain/entry/entry.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useVoice } from '#src/stores/voice.ts'

/**
 * Returns a function that collects the metadata of an entry: the current time, the time zone, the frequency, and
 * whether the user dictated a part of the draft.
 */
export function useEntryMetadata(): (draftKey: string) => EntryMetadata {
  const frequency = useFrequency((state) => state.frequency)
  const wasSpoken = useVoice((state) => state.wasSpoken)
  return (draftKey) => ({
    clientTime: Date.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    frequency,
    source: wasSpoken(draftKey) ? 'voice' : 'typed',
  })
}
