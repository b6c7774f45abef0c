import { Heart, Share } from 'lucide-react'
import { isFavorite } from '#domain/radio/favorites.ts'
import type { StationKey } from '#domain/radio/stations.ts'
import { RADIO_PLAYER_TEXT } from '#domain/texts/radioPlayer.ts'
import { useFavorites } from '#src/stores/favorites.ts'
import { useSession } from '#src/stores/userStore.ts'
import { songOnAir, useSongs } from '#src/stores/songs.ts'
import { Button } from '#src/ui/Button.tsx'
import { addFavorite, shareSong } from './actions.ts'

/** Renders the button that adds the current song to the favorites, or nothing without a song. */
export function FavoriteButton({ station }: { readonly station: StationKey }) {
  const session = useSession()
  const song = useSongs(songOnAir)
  const favorites = useFavorites((state) => state.favorites)
  if (!song) return null
  const isInFavorites = isFavorite(favorites, station, song)
  return (
    <Button
      look="ghost"
      className={isInFavorites ? 'player-favorite' : ''}
      aria-label={isInFavorites ? RADIO_PLAYER_TEXT.inFavorites : RADIO_PLAYER_TEXT.addToFavorites}
      onClick={() => addFavorite(session, station, song)}
    >
      <Heart size={16} aria-hidden fill={isInFavorites ? 'currentColor' : 'none'} />
    </Button>
  )
}

export function ShareButton({ station }: { readonly station: StationKey }) {
  const song = useSongs(songOnAir)
  return (
    <Button look="ghost" aria-label={RADIO_PLAYER_TEXT.share} onClick={() => void shareSong(station, song)}>
      <Share size={16} aria-hidden />
    </Button>
  )
}
