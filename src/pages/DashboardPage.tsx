import { Outlet } from 'react-router'
import { Codec } from '#src/features/frequency/Codec.tsx'
import { CommandCenter } from '#src/features/logs/CommandCenter.tsx'
import { LogPanel } from '#src/features/logs/LogPanel.tsx'
import { OperationsStats } from '#src/features/logs/OperationsStats.tsx'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useIsListOpen, useView } from '#src/features/logs/useView.ts'
import { WIDE_SCREEN } from '#src/features/logs/screenSizes.ts'
import { useJournal } from '#src/stores/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useMarkPageUsable } from '#src/boot/useMarkPageUsable.ts'
import { useMediaQuery } from '#src/ui/useMediaQuery.ts'
import { useTitle } from '#src/ui/useTitle.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'
import './DashboardPage.css'

const TagList = lazyWithPreload(async () => (await import('#src/features/tags/TagList.tsx')).TagList)
const DraftsBar = lazyWithPreload(async () => (await import('#src/features/editor/DraftsBar.tsx')).DraftsBar)

const LookBack = lazyWithPreload(async () => (await import('#src/features/lookback/LookBack.tsx')).LookBack)
const ArchiveView = lazyWithPreload(async () => (await import('#src/features/archive/ArchiveView.tsx')).ArchiveView)

const ReadingPane = lazyWithPreload(async () => (await import('#src/features/logs/ReadingPane.tsx')).ReadingPane)

const RenderNothing = () => null

/** The analysis parts of a list row. They render nothing if their code cannot be loaded, for example offline. */
const loadCardAnalysis = () => import('#src/features/analysis/CardAnalysis.tsx')
const CARD_PARTS = {
  Buttons: lazyWithPreload(async () => (await loadCardAnalysis()).CardAnalysisButtons, {
    errorFallback: RenderNothing,
  }),
  Suggestions: lazyWithPreload(async () => (await loadCardAnalysis()).CardSuggestionsButton, {
    errorFallback: RenderNothing,
  }),
  Below: lazyWithPreload(async () => (await loadCardAnalysis()).CardAnalysis, { errorFallback: RenderNothing }),
}

/** The views that replace the list. */
const VIEWS = { lookback: <LookBack />, tags: <TagList />, archive: <ArchiveView /> }

/**
 * Renders the dashboard. If the dialog for a new entry is open, renders it above the dashboard. Each part subscribes to
 * its own stores, so that a change in a store does not render the whole page.
 */
export function DashboardPage() {
  useTitle()
  return (
    <>
      <main id="main" className="dashboard">
        <DashboardCodec />
        <div className="dashboard-desk">
          <div className="dashboard-rail">
            <CommandCenter />
            <OperationsStats />
          </div>
          <LogPanel views={VIEWS} cardParts={CARD_PARTS}>
            <Drafts />
          </LogPanel>
          <WidePane />
        </div>
      </main>
      <footer className="dashboard-foot mono small muted">
        <UserEmail />
      </footer>
      <Outlet />
      <MarkUsable />
    </>
  )
}

/** Renders the codec. An open list, a search or another view needs the space, unless the user has pinned the codec. */
function DashboardCodec() {
  const canBeCompact = useIsListOpen()
  const isPinned = usePreferences((state) => state.codecPinned)
  return <Codec canBeCompact={canBeCompact} isPinned={isPinned} />
}

/**
 * Marks the dashboard as usable once the stores are connected (src/app/reactions.ts). Before that, pressing a button
 * would have no effect. Rendered last, so that its React effects run after those of all other parts.
 */
function MarkUsable() {
  useMarkPageUsable(useJournal((state) => state.connection !== 'idle'))
  return null
}

function WidePane() {
  const isWide = useMediaQuery(WIDE_SCREEN)
  const isListOpen = useIsListOpen()
  const { view } = useView()
  return isWide && isListOpen && view === 'entries' && <ReadingPane />
}

function Drafts() {
  const hasDrafts = useDrafts(({ drafts }) => [...drafts.values()].some(({ state }) => state !== 'sent'))
  return hasDrafts && <DraftsBar />
}

function UserEmail() {
  return useAuth((state) => state.user?.email)
}
