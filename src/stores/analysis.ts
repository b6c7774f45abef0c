import type { StateCreator } from 'zustand'
import { ApiError } from '#domain/errors.ts'
import { ANALYSIS_TEXT } from '#domain/texts/specification.ts'
import type { SuggestedChanges, Suggestions } from '#domain/analysis/suggestions.ts'
import type { PreviewResponse } from '#domain/api.ts'
import type { FunctionsIo } from '#src/io/firebase/functions.ts'
import { tryLock, waitForLock, type ReleaseLock } from '#src/io/locks.ts'
import type { UserSession } from './session.ts'
import { defineUserStore } from './userStore.ts'

type AnalysisState = {
  /** The id of the entry that is being analyzed, or null. Only one entry is analyzed at a time (specification §4). */
  readonly analyzing: string | null
  /** How the last analysis in this tab ended; null while an analysis is running. */
  readonly outcome: 'found' | 'failed' | null
  /** The ids of entries whose suggestions are being applied. */
  readonly applying: ReadonlySet<string>
  /** The error message of an entry's last analysis, by entry id. */
  readonly errors: ReadonlyMap<string, string>
  /** The panels that the user has opened or dismissed, by entry id. */
  readonly panels: ReadonlyMap<string, 'open' | 'dismissed'>
  /**
   * Analyzes an entry and opens its panel. If this fails, rejects with `ApiError` and stores the error message in
   * `errors`. Stores no message if another analysis is running (`isAnalysisBusy`).
   */
  readonly analyze: (id: string) => Promise<Suggestions>
  /**
   * Waits until no other analysis of the user is running in any tab or on any device, then analyzes the entry. If
   * `isWanted` then returns false or the user has signed out, resolves with undefined.
   */
  readonly analyzeInTurn: (id: string, isWanted: () => boolean) => Promise<Suggestions | undefined>
  /** Resolves with the data that an analysis would send to the model. */
  readonly preview: (id: string) => Promise<PreviewResponse['preview']>
  /**
   * Applies suggestions to the entry and closes its panel. If this fails, rejects with `ApiError` and leaves the panel
   * open.
   */
  readonly apply: (id: string, suggested: SuggestedChanges) => Promise<void>
  /** The id of the entry whose panel has just been opened at the user's request and has to be scrolled into view. */
  readonly panelToShow: string | null
  readonly endShowing: () => void
  readonly openPanel: (id: string) => void
  readonly dismissPanel: (id: string) => void
}

/** The lock that lets only one tab of the browser analyze at a time. */
type AnalysisLock = {
  /** Resolves with a function that releases the lock, or with undefined if another tab has the lock. */
  readonly tryAcquire: () => Promise<ReleaseLock | undefined>
  readonly acquire: () => Promise<ReleaseLock>
}

/**
 * How often to retry while another device or a tab that has closed has an analysis in progress. No event reports the
 * end of that analysis.
 */
const BUSY_RETRY_MS = 5000

/** Whether an analysis was rejected because another analysis of the user is running. */
export const isAnalysisBusy = (error: unknown): boolean =>
  error instanceof ApiError && error.message === ANALYSIS_TEXT.inProgress

export const analysisState =
  (
    { signal }: UserSession,
    io: () => Promise<Pick<FunctionsIo, 'analyze' | 'preview' | 'apply'>>,
    analysisLock: AnalysisLock,
  ): StateCreator<AnalysisState> =>
  (set, get) => {
    /** Loads the client of the functions. Rejects if the device is offline and the code is not cached. */
    const loadFunctions = () =>
      io().catch(() => {
        throw new ApiError(0, ANALYSIS_TEXT.unreachable)
      })

    const panel = (id: string, to: 'open' | 'dismissed'): void => set({ panels: new Map(get().panels).set(id, to) })

    const busy = () => new ApiError(429, ANALYSIS_TEXT.inProgress)

    const run = async (id: string): Promise<Suggestions> => {
      // Limits this tab to one analysis at a time, even in a browser without locks.
      if (get().analyzing !== null) throw busy()
      const errors = new Map(get().errors)
      errors.delete(id)
      set({ analyzing: id, outcome: null, errors })
      try {
        const suggestions = await (await loadFunctions()).analyze(id)
        set({ analyzing: null, outcome: 'found', panels: new Map(get().panels).set(id, 'open') })
        return suggestions
      } catch (error) {
        const message = error instanceof ApiError ? error.message : ANALYSIS_TEXT.failed
        set({
          analyzing: null,
          ...(!isAnalysisBusy(error) && { outcome: 'failed', errors: new Map(get().errors).set(id, message) }),
        })
        throw error
      }
    }

    return {
      analyzing: null,
      outcome: null,
      applying: new Set(),
      errors: new Map(),
      panels: new Map(),
      panelToShow: null,
      async analyze(id) {
        const release = await analysisLock.tryAcquire()
        if (!release) throw busy()
        return run(id).finally(() => void release())
      },
      async analyzeInTurn(id, isWanted) {
        for (;;) {
          const release = await analysisLock.acquire()
          try {
            return !signal.aborted && isWanted() ? await run(id) : undefined
          } catch (error) {
            if (!isAnalysisBusy(error)) throw error
          } finally {
            void release()
          }
          await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS))
        }
      },
      preview: async (id) => (await loadFunctions()).preview(id),
      async apply(id, { suggestedLogLevel, suggestedGoals, suggestedTags }) {
        set({ applying: get().applying.union(new Set([id])) })
        try {
          await (
            await loadFunctions()
          ).apply({
            logId: id,
            suggestions: {
              suggestedLogLevel,
              suggestedGoals: [...suggestedGoals],
              suggestedTags: [...suggestedTags],
            },
          })
          panel(id, 'dismissed')
        } finally {
          set({ applying: get().applying.difference(new Set([id])) })
        }
      },
      openPanel(id) {
        panel(id, 'open')
        set({ panelToShow: id })
      },
      endShowing: () => set({ panelToShow: null }),
      dismissPanel: (id) => panel(id, 'dismissed'),
    }
  }

export const useAnalysis = defineUserStore((session) => {
  // The name contains the uid, because tabs of a shared device may belong to different users.
  const lockName = `analysis:${session.uid ?? ''}`
  return analysisState(session, async () => (await import('#src/io/firebase/functions.ts')).functionsIo, {
    tryAcquire: () => tryLock(lockName),
    acquire: () => waitForLock(lockName),
  })
})
