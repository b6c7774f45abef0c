import { Suspense, useEffect, useState, type ComponentType } from 'react'
import { Outlet, useLocation } from 'react-router'
import type { StationKey } from '#domain/stations.ts'
import { exportAll } from '#src/features/logs/actions.ts'
import { CommandLine } from '#src/features/palette/CommandLine.tsx'
import { TopBar } from '#src/features/shell/TopBar.tsx'
import { dress } from '#src/io/screen.ts'
import { useJournal } from '#src/stores/journal.ts'
import { usePrint } from '#src/stores/print.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useUpdate } from '#src/stores/update.ts'
import { Clocks } from '#src/ui/useTimeText.ts'
import '#src/themes/desk.css'
import { FollowNotifications } from './FollowNotifications.tsx'
import { beginRest } from './preload.ts'
import { useSignOut } from './useSignOut.tsx'
import { whenSettled } from './whenSettled.ts'
import { later } from '#src/ui/later.tsx'

const Nothing: ComponentType<{ readonly station: StationKey }> = () => null

// Where the radio's code cannot be had, the journal stands without.
const RadioPlayer = later(async () => (await import('#src/features/radio/RadioPlayer.tsx')).RadioPlayer, Nothing)
const RadioStrip = later(async () => (await import('#src/features/radio/RadioStrip.tsx')).RadioStrip, Nothing)

const UpdateBar = later(async () => (await import('#src/features/shell/UpdateBar.tsx')).UpdateBar)

const PrintSheet = later(async () => (await import('#src/features/print/PrintSheet.tsx')).PrintSheet)

/** Every screen behind the login stands under the top bar. */
export function SignedInLayout() {
  const { signOut, question } = useSignOut()
  const updateWaits = useUpdate((state) => state.waiting)
  const clockHours = usePreferences((state) => state.clockHours)
  const printing = usePrint((state) => state.job)
  const { pathname } = useLocation()
  const uid = useJournal((state) => state.uid)
  const [settled, setSettled] = useState(false)
  const tuned = useRadio((state) => state.station)
  const station = settled ? tuned : null
  useEffect(() => whenSettled(dress), [uid])
  // The radio and everything else come when the journal is there, or cannot be had.
  useEffect(
    () =>
      whenSettled(() => {
        setSettled(true)
        beginRest()
      }),
    [uid],
  )
  // Nothing of somebody who has left is printed for who comes next.
  useEffect(() => usePrint.getState().done, [])
  return (
    <Clocks value={clockHours}>
      <div className="layout flex min-h-dvh flex-col">
        <a href="#main" className="key skip-link">
          Skip to content
        </a>
        <TopBar onLogOut={() => signOut()} settingsDisabled={pathname === '/settings'}>
          <Suspense>{station && <RadioStrip station={station} />}</Suspense>
        </TopBar>
        <Suspense>{updateWaits && <UpdateBar />}</Suspense>
        <Outlet />
        <Suspense>{station && <RadioPlayer station={station} />}</Suspense>
        {question}
        <Suspense>{printing && <PrintSheet job={printing} />}</Suspense>
        <FollowNotifications />
        <CommandLine onExport={() => void exportAll()} />
      </div>
    </Clocks>
  )
}
