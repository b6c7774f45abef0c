import { useEffect, useReducer, type ComponentType, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import type { StationKey } from '#domain/radio/stations.ts'
import { SCREEN_TEXT } from '#domain/texts/screens.ts'
import { exportAll } from '#src/features/logs/actions.ts'
import { CommandLine } from '#src/features/palette/CommandLine.tsx'
import { TopBar } from '#src/features/shell/TopBar.tsx'
import { enableWebFonts } from '#src/io/screen.ts'
import { useDeviceStorage } from '#src/stores/deviceStorage.ts'
import { usePrint } from '#src/stores/print.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import type { UserSession } from '#src/stores/session.ts'
import { useUpdate } from '#src/stores/update.ts'
import { useSession } from '#src/stores/userStore.ts'
import { ClockHoursContext } from '#src/ui/useTimeText.ts'
import { NotificationNavigator } from './NotificationNavigator.tsx'
import { startDeferredParts } from '#src/boot/deferredStart.ts'
import { useSignOut } from './useSignOut.tsx'
import { whenSynced } from '#src/boot/whenSynced.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'
import './SignedInLayout.css'

type StationProps = { readonly station: StationKey }

const RenderNothing: ComponentType<StationProps> = () => null

// The journal must work even if the radio's code cannot be loaded.
const RadioPlayer = lazyWithPreload(async () => (await import('#src/features/radio/RadioPlayer.tsx')).RadioPlayer, {
  errorFallback: RenderNothing,
})
const RadioStrip = lazyWithPreload(async () => (await import('#src/features/radio/RadioStrip.tsx')).RadioStrip, {
  errorFallback: RenderNothing,
})

const UpdateBar = lazyWithPreload(async () => (await import('#src/features/shell/UpdateBar.tsx')).UpdateBar)

const StorageBar = lazyWithPreload(async () => (await import('#src/features/shell/StorageBar.tsx')).StorageBar)

const PrintSheet = lazyWithPreload(async () => (await import('#src/features/print/PrintSheet.tsx')).PrintSheet)

/**
 * Renders the top bar and the notices around each signed-in screen. Each part subscribes to its own stores, so that a
 * change in a store does not render the whole layout.
 */
export function SignedInLayout() {
  const session = useSession()
  const { signOut, question } = useSignOut()
  const { pathname } = useLocation()
  return (
    <ClockHours>
      <WebFonts />
      <div className="layout">
        <a href="#main" className="key skip-link">
          {SCREEN_TEXT.skipLink}
        </a>
        <TopBar onLogOut={() => signOut()} settingsDisabled={pathname === '/settings'}>
          <Radio part={RadioStrip} />
        </TopBar>
        <UpdateNotice />
        <StorageNotice />
        <Outlet />
        <Radio part={RadioPlayer} />
        {question}
        <Printing />
        <NotificationNavigator />
        <CommandLine onExport={() => void exportAll(session)} />
        <DeferredStart />
      </div>
    </ClockHours>
  )
}

function ClockHours({ children }: { readonly children: ReactNode }) {
  const hours = usePreferences((state) => state.clockHours)
  return <ClockHoursContext value={hours}>{children}</ClockHoursContext>
}

/** Calls `work` when the journal is synced or has failed to load. */
function useWhenSynced(work: (session: UserSession) => void): void {
  const session = useSession()
  useEffect(() => whenSynced(session, () => work(session)), [session, work])
}

function WebFonts() {
  useWhenSynced(enableWebFonts)
  return null
}

/** Renders a part of the radio while a station is tuned. */
function Radio({ part: Part }: { readonly part: ComponentType<StationProps> }) {
  const station = useRadio((state) => state.station)
  const [settled, settle] = useReducer(() => true, false)
  useWhenSynced(settle)
  return settled && station && <Part station={station} />
}

function DeferredStart() {
  useWhenSynced(startDeferredParts)
  return null
}

function UpdateNotice() {
  return useUpdate((state) => state.isUpdateReady) && <UpdateBar />
}

function StorageNotice() {
  const state = useDeviceStorage((storage) => storage.state)
  return state !== 'answers' && <StorageBar state={state} />
}

function Printing() {
  const job = usePrint((state) => state.job)
  return job && <PrintSheet job={job} />
}
