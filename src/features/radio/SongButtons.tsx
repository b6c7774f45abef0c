import { Heart, Share } from 'lucide-react'
import { isFavorite } from '#domain/radio/favorites.ts'
import type { StationKey } from '#domain/radio/stations.ts'
import { useFavorites } from '#src/stores/favorites.ts'
import { songOnAir, useSongs } from '#src/stores/songs.ts'
import { Key } from '#src/ui/Button.tsx'
import { favor, share } from './actions.ts'

/** For somebody who is signed in, while a song is on. */
export function FavoriteKey({ station }: { readonly station: StationKey }) {
  const song = useSongs(songOnAir)
  const favorites = useFavorites((state) => state.favorites)
  if (!song) return null
  const kept = isFavorite(favorites, station, song)
  return (
    <Key
      look="ghost"
      className={kept ? 'player-kept' : ''}
      aria-label={kept ? 'In favorites' : 'Add to favorites'}
      onClick={() => favor(station, song)}
    >
      <Heart size={16} aria-hidden fill={kept ? 'currentColor' : 'none'} />
    </Key>
  )
}

export function ShareKey({ station }: { readonly station: StationKey }) {
  const song = useSongs(songOnAir)
  return (
    <Key look="ghost" aria-label="Share" onClick={() => void share(station, song)}>
      <Share size={16} aria-hidden />
    </Key>
  )
}
