import { useEffect, useState } from 'react'
import { Download, Heart, Trash } from 'lucide-react'
import { dateText } from '#domain/clock.ts'
import { isFavorite } from '#domain/radio/favorites.ts'
import { songKey, type Song } from '#domain/radio/song.ts'
import { stationOf, type StationKey } from '#domain/radio/stations.ts'
import { TRACK_TEXT } from '#domain/texts/stations.ts'
import { useFavorites } from '#src/stores/favorites.ts'
import { useSession } from '#src/stores/userStore.ts'
import { useSongs } from '#src/stores/songs.ts'
import { Button } from '#src/ui/Button.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'
import { exportFavorites, addFavorite, removeFavorite } from './actions.ts'

const LISTS = { recent: TRACK_TEXT.recent, favorites: TRACK_TEXT.favorites } as const

/** Shows the station's recent songs and the user's favorites. */
export function Tracks({ titleId, station }: { readonly titleId: string; readonly station: StationKey }) {
  const [list, setList] = useState<keyof typeof LISTS>('recent')
  return (
    <>
      <div className="panel-head">
        <h2 id={titleId} className="sr-only">
          {LISTS[list]}
        </h2>
        <div className="segment pane-lists" role="group" aria-label={TRACK_TEXT.lists}>
          {(['recent', 'favorites'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={one === list} onClick={() => setList(one)}>
              {LISTS[one]}
            </button>
          ))}
        </div>
        {list === 'favorites' && <ExportButton />}
      </div>
      {list === 'recent' ? <Recent station={station} /> : <Favorites />}
    </>
  )
}

function Recent({ station }: { readonly station: StationKey }) {
  const session = useSession()
  const timeText = useTimeText()
  const songs = useSongs((state) => state.songs)
  const failed = useSongs((state) => state.failed)
  const addViewer = useSongs((state) => state.addViewer)
  const favorites = useFavorites((state) => state.favorites)
  useEffect(addViewer, [addViewer])
  if (songs === null) return <PaneMessage>{failed ? TRACK_TEXT.songsFailed : TRACK_TEXT.loadingSongs}</PaneMessage>
  if (songs.length === 0) return <PaneMessage>{TRACK_TEXT.noSongs(stationOf(station).name)}</PaneMessage>
  return (
    <List name={TRACK_TEXT.recentList}>
      {songs.map((song) => (
        <li key={songKey(song)}>
          <Track song={song} more={song.date === null ? '' : timeText(song.date)} />
          <Button
            look="ghost"
            className={isFavorite(favorites, station, song) ? 'player-favorite' : ''}
            aria-label={(isFavorite(favorites, station, song) ? TRACK_TEXT.inFavorites : TRACK_TEXT.add)(song.title)}
            onClick={() => addFavorite(session, station, song)}
          >
            <Heart size={16} aria-hidden fill={isFavorite(favorites, station, song) ? 'currentColor' : 'none'} />
          </Button>
        </li>
      ))}
    </List>
  )
}

function Favorites() {
  const session = useSession()
  const favorites = useFavorites((state) => state.favorites)
  const failed = useFavorites((state) => state.failed)
  if (favorites === null)
    return <PaneMessage>{failed ? TRACK_TEXT.favoritesFailed : TRACK_TEXT.loadingFavorites}</PaneMessage>
  if (favorites.length === 0) return <PaneMessage>{TRACK_TEXT.noFavorites}</PaneMessage>
  return (
    <List name={TRACK_TEXT.favorites}>
      {favorites.map((favorite) => (
        <li key={favorite.id}>
          <Track song={favorite} more={`${stationOf(favorite.station).name}, ${dateText(favorite.dateAdded)}`} />
          <Button
            look="ghost"
            aria-label={TRACK_TEXT.remove(favorite.title)}
            onClick={() => removeFavorite(session, favorite)}
          >
            <Trash size={16} aria-hidden />
          </Button>
        </li>
      ))}
    </List>
  )
}

function ExportButton() {
  const session = useSession()
  const isEmpty = useFavorites(({ favorites }) => !favorites?.length)
  return (
    <Button look="ghost" className="at-end" disabled={isEmpty} onClick={() => void exportFavorites(session)}>
      <Download size={16} aria-hidden />
      {TRACK_TEXT.export}
    </Button>
  )
}

function List({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className="pane-scroll" role="region" aria-label={name} tabIndex={0}>
      <ul className="pane-list">{children}</ul>
    </div>
  )
}

const PaneMessage = ({ children }: { readonly children: React.ReactNode }) => <p className="pane-message">{children}</p>

function Track({
  song: { artist, title },
  more: detail,
}: {
  readonly song: Pick<Song, 'artist' | 'title'>
  readonly more: string
}) {
  return (
    <div>
      <p className="player-title" dir="auto">
        {title}
      </p>
      <p className="pane-by" dir="auto">
        {artist}
      </p>
      {detail && <p className="mono fine muted">{detail}</p>}
    </div>
  )
}
