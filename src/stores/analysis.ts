import { create, type StateCreator } from 'zustand'
import { CallFailed } from '#domain/callFailed.ts'
import { ANALYSIS_TEXT } from '#domain/messages.ts'
import type { Suggested, Suggestions } from '#domain/suggestions.ts'
import type { PreviewAnswer } from '#domain/api.ts'
import type { FunctionsIo } from '#src/io/firebase/functions.ts'

export type AnalysisState = {
  /** The entry that is analysed, or null: only one at a time (specification §4). */
  readonly analyzing: string | null
  /** Entries whose suggestions are being applied. */
  readonly applying: ReadonlySet<string>
  /** What the last analysis of an entry failed of. */
  readonly faults: ReadonlyMap<string, string>
  /** Entries whose panel somebody has opened or closed. */
  readonly panels: ReadonlyMap<string, 'open' | 'dismissed'>
  /** Analyses an entry and opens its panel. Rejects with `CallFailed`, which is then the entry's fault. */
  readonly analyze: (id: string) => Promise<Suggestions>
  /**
   * The same as soon as no other entry is analysed, if it is still wanted then; resolves with undefined if it is not, or
   * if somebody has signed out.
   */
  readonly analyzeInTurn: (id: string, isWanted: () => boolean) => Promise<Suggestions | undefined>
  /** Resolves with what would be sent. */
  readonly preview: (id: string) => Promise<PreviewAnswer['preview']>
  /** Writes these onto the entry and closes its panel. Rejects with `CallFailed`, and the panel stays. */
  readonly apply: (id: string, suggested: Suggested) => Promise<void>
  readonly view: (id: string) => void
  readonly dismiss: (id: string) => void
  /** Signed out: nothing of anybody's is left. */
  readonly close: () => void
}

const CLOSED = {
  analyzing: null,
  applying: new Set<string>(),
  faults: new Map<string, string>(),
  panels: new Map<string, 'open' | 'dismissed'>(),
} as const

export const analysisState =
  (io: () => Promise<Pick<FunctionsIo, 'analyse' | 'preview' | 'apply'>>): StateCreator<AnalysisState> =>
  (set, get, { subscribe }) => {
    /** Offline its code may be missing, too. */
    const door = () =>
      io().catch(() => {
        throw new CallFailed(0, ANALYSIS_TEXT.unreachable)
      })
    /** Grows when somebody signs out: what was asked in their name says nothing more. */
    let session = 0

    /** Resolves with the next change of the state. */
    const changed = (): Promise<void> =>
      new Promise((resolve) => {
        const stop = subscribe(() => {
          stop()
          resolve()
        })
      })

    const panel = (id: string, to: 'open' | 'dismissed'): void => set({ panels: new Map(get().panels).set(id, to) })

    return {
      ...CLOSED,
      async analyze(id) {
        if (get().analyzing !== null) throw new CallFailed(429, ANALYSIS_TEXT.inProgress)
        const started = session
        const faults = new Map(get().faults)
        faults.delete(id)
        set({ analyzing: id, faults })
        try {
          const suggestions = await (await door()).analyse(id)
          if (session === started) panel(id, 'open')
          return suggestions
        } catch (error) {
          const fault = error instanceof CallFailed ? error.message : ANALYSIS_TEXT.failed
          if (session === started) set({ faults: new Map(get().faults).set(id, fault) })
          throw error
        } finally {
          if (session === started) set({ analyzing: null })
        }
      },
      async analyzeInTurn(id, isWanted) {
        const started = session
        while (get().analyzing !== null) await changed()
        return session === started && isWanted() ? get().analyze(id) : undefined
      },
      preview: async (id) => (await door()).preview(id),
      async apply(id, { suggestedLogLevel, suggestedGoals, suggestedTags }) {
        const started = session
        set({ applying: get().applying.union(new Set([id])) })
        try {
          await (
            await door()
          ).apply({
            logId: id,
            suggestions: {
              suggestedLogLevel,
              suggestedGoals: [...suggestedGoals],
              suggestedTags: [...suggestedTags],
            },
          })
          if (session === started) panel(id, 'dismissed')
        } finally {
          if (session === started) set({ applying: get().applying.difference(new Set([id])) })
        }
      },
      view: (id) => panel(id, 'open'),
      dismiss: (id) => panel(id, 'dismissed'),
      close() {
        session++
        set(CLOSED)
      },
    }
  }

export const useAnalysis = create(
  analysisState(async () => (await import('#src/io/firebase/functions.ts')).functionsIo),
)
