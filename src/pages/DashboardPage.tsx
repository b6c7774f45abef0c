import { Outlet } from 'react-router'
import { Codec } from '#src/features/frequency/Codec.tsx'
import { CommandCenter } from '#src/features/logs/CommandCenter.tsx'
import { LogPanel } from '#src/features/logs/LogPanel.tsx'
import { OperationsStats } from '#src/features/logs/OperationsStats.tsx'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useMarkUsable } from '#src/boot/useHydrated.ts'
import { useTitle } from '#src/ui/useTitle.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'
import './DashboardPage.css'

const TagList = lazyWithPreload(async () => (await import('#src/features/tags/TagList.tsx')).TagList)
const DraftsBar = lazyWithPreload(async () => (await import('#src/features/editor/DraftsBar.tsx')).DraftsBar)

const LookBack = lazyWithPreload(async () => (await import('#src/features/lookback/LookBack.tsx')).LookBack)
const ArchiveView = lazyWithPreload(async () => (await import('#src/features/archive/ArchiveView.tsx')).ArchiveView)

const RenderNothing = () => null

/** What analysis puts into the rows of the list. Where its code cannot be had, offline, the rows stand without it. */
const loadCardAnalysis = () => import('#src/features/analysis/CardAnalysis.tsx')
const CARD_PARTS = {
  Buttons: lazyWithPreload(async () => (await loadCardAnalysis()).CardAnalysisButtons, {
    errorFallback: RenderNothing,
  }),
  Below: lazyWithPreload(async () => (await loadCardAnalysis()).CardAnalysis, { errorFallback: RenderNothing }),
}

/** What can stand in the place of the list. */
const VIEWS = { lookback: <LookBack />, tags: <TagList />, archive: <ArchiveView /> }

/** The dashboard; a new entry is written in front of it. What changes on it is each part's own. */
export function DashboardPage() {
  useTitle()
  return (
    <>
      <main id="main" className="dashboard">
        <Codec />
        <div className="dashboard-desk">
          <div className="dashboard-rail">
            <CommandCenter />
            <OperationsStats />
          </div>
          <LogPanel views={VIEWS} cardParts={CARD_PARTS}>
            <Drafts />
          </LogPanel>
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

/**
 * It is usable once the stores act on one another (src/app/reactions.ts): a key pressed before would reach nothing.
 * Stands last: by then every part of the screen listens.
 */
function MarkUsable() {
  useMarkUsable(useJournal((state) => state.uid !== null))
  return null
}

function Drafts() {
  const hasDrafts = useDrafts(({ drafts }) => [...drafts.values()].some(({ state }) => state !== 'sent'))
  return hasDrafts && <DraftsBar />
}

function UserEmail() {
  return useAuth((state) => state.user?.email)
}
