import { favoriteErrorText, type Favorite } from '#domain/radio/favorites.ts'
import { RADIO_TEXT } from '#domain/texts/specification.ts'
import { songText, type Song } from '#domain/radio/song.ts'
import { stationOf, type StationKey } from '#domain/radio/stations.ts'
import { RADIO_PLAYER_TEXT } from '#domain/texts/radioPlayer.ts'
import { useFavorites } from '#src/stores/favorites.ts'
import { useRadio } from '#src/stores/radio.ts'
import type { UserSession } from '#src/stores/session.ts'
import { reportOutcome } from '#src/ui/reportOutcome.ts'
import { toast } from '#src/ui/toast.tsx'

const FAVORITE_MESSAGES = {
  subject: RADIO_PLAYER_TEXT.favoriteSubject,
  failed: favoriteErrorText,
  toaster: 'app',
} as const

/** Plays or pauses from the top bar. Shows a short error message; the player bar shows details (specification §8). */
export async function toggleRadio(station: StationKey): Promise<void> {
  await useRadio.getState().toggle(station)
  if (useRadio.getState().status === 'error') toast.error(RADIO_TEXT.controlFailed)
}

/** Adds a song to the favorites, immediately on this device. */
export function addFavorite(session: UserSession, station: StationKey, song: Song): void {
  const adding = useFavorites.of(session).getState().add(station, song)
  void reportOutcome(adding, { done: RADIO_PLAYER_TEXT.favoriteAdded, ...FAVORITE_MESSAGES })
}

/** Removes a favorite and offers to undo the removal. */
export function removeFavorite(session: UserSession, favorite: Favorite): void {
  void reportOutcome(useFavorites.of(session).getState().remove(favorite.id), {
    done: RADIO_PLAYER_TEXT.favoriteRemoved,
    onUndo: () => addFavorite(session, favorite.station, favorite),
    ...FAVORITE_MESSAGES,
  })
}

/** Exports all favorites as a file. */
export async function exportFavorites(session: UserSession): Promise<void> {
  try {
    await useFavorites.of(session).getState().exportAll()
  } catch (error) {
    console.warn('The favorites were not saved as a file.', error)
    toast.error(RADIO_PLAYER_TEXT.exportFailed)
  }
}

/**
 * Shares the current song or station with the share dialog of the operating system. If there is no share dialog, copies
 * the text.
 */
export async function shareSong(station: StationKey, song: Song | undefined): Promise<void> {
  const { name, website: site } = stationOf(station)
  const website = new URL(site, location.href).href
  const text = song ? RADIO_PLAYER_TEXT.songOn(songText(song), name) : name
  try {
    if ('share' in navigator) return await navigator.share({ title: name, text, url: website })
    await copy(text, website)
  } catch (error) {
    // An `AbortError` means that the user has closed the share dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return
    copy(text, website).catch(() => toast.error(RADIO_PLAYER_TEXT.shareFailed(website)))
  }
}

async function copy(text: string, website: string): Promise<void> {
  await navigator.clipboard.writeText(`${text} ${website}`)
  toast.success(RADIO_PLAYER_TEXT.linkCopied)
}
