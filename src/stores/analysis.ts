import { create, type StateCreator } from 'zustand'
import { CallFailed } from '#domain/errors.ts'
import { ANALYSIS_TEXT } from '#domain/messages.ts'
import type { Suggested, Suggestions } from '#domain/analysis/suggestions.ts'
import type { PreviewAnswer } from '#domain/api.ts'
import type { FunctionsIo } from '#src/io/firebase/functions.ts'
import { lock, lockInTurn, type LetGo } from '#src/io/locks.ts'
import { parseSession } from '#src/io/session.ts'
import { readItem, SESSION } from '#src/io/storage.ts'

export type AnalysisState = {
  /** The entry that is analysed, or null: only one at a time (specification §4). */
  readonly analyzing: string | null
  /** How the last analysis in this tab ended; null while another runs. */
  readonly outcome: 'found' | 'failed' | null
  /** Entries whose suggestions are being applied. */
  readonly applying: ReadonlySet<string>
  /** What the last analysis of an entry failed of. */
  readonly faults: ReadonlyMap<string, string>
  /** Entries whose panel somebody has opened or closed. */
  readonly panels: ReadonlyMap<string, 'open' | 'dismissed'>
  /**
   * Analyses an entry and opens its panel. Rejects with `CallFailed`, which is then the entry's fault, unless another
   * analysis runs (`isBusy`).
   */
  readonly analyze: (id: string) => Promise<Suggestions>
  /**
   * The same as soon as no other entry is analysed, by any tab or device, if it is still wanted then; resolves with
   * undefined if it is not, or if somebody has signed out.
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

/** One tab of the browser analyzes at a time. */
type Turn = {
  /** Resolves with the way to end it, or with nothing while another has it. */
  readonly take: () => Promise<LetGo | undefined>
  readonly wait: () => Promise<LetGo>
}

/** When another device, or a tab that was closed, is done is not known: it is asked again after so long. */
const BUSY_AGAIN_MS = 5000

/** Whether a call was refused because another analysis of this person runs. */
export const isBusy = (error: unknown): boolean =>
  error instanceof CallFailed && error.message === ANALYSIS_TEXT.inProgress

const CLOSED = {
  analyzing: null,
  outcome: null,
  applying: new Set<string>(),
  faults: new Map<string, string>(),
  panels: new Map<string, 'open' | 'dismissed'>(),
} as const

export const analysisState =
  (io: () => Promise<Pick<FunctionsIo, 'analyse' | 'preview' | 'apply'>>, turn: Turn): StateCreator<AnalysisState> =>
  (set, get) => {
    /** Offline its code may be missing, too. */
    const door = () =>
      io().catch(() => {
        throw new CallFailed(0, ANALYSIS_TEXT.unreachable)
      })
    /** Grows when somebody signs out: what was asked in their name says nothing more. */
    let session = 0

    const panel = (id: string, to: 'open' | 'dismissed'): void => set({ panels: new Map(get().panels).set(id, to) })

    const busy = () => new CallFailed(429, ANALYSIS_TEXT.inProgress)

    const run = async (id: string): Promise<Suggestions> => {
      // Where the browser has no locks, this tab still does one after the other.
      if (get().analyzing !== null) throw busy()
      const started = session
      const faults = new Map(get().faults)
      faults.delete(id)
      set({ analyzing: id, outcome: null, faults })
      const end = (ended: Partial<AnalysisState>): void => {
        if (session === started) set({ ...ended, analyzing: null })
      }
      try {
        const suggestions = await (await door()).analyse(id)
        end({ outcome: 'found', panels: new Map(get().panels).set(id, 'open') })
        return suggestions
      } catch (error) {
        const fault = error instanceof CallFailed ? error.message : ANALYSIS_TEXT.failed
        end(isBusy(error) ? {} : { outcome: 'failed', faults: new Map(get().faults).set(id, fault) })
        throw error
      }
    }

    return {
      ...CLOSED,
      async analyze(id) {
        const letGo = await turn.take()
        if (!letGo) throw busy()
        return run(id).finally(() => void letGo())
      },
      async analyzeInTurn(id, isWanted) {
        const started = session
        for (;;) {
          const letGo = await turn.wait()
          try {
            return session === started && isWanted() ? await run(id) : undefined
          } catch (error) {
            if (!isBusy(error)) throw error
          } finally {
            void letGo()
          }
          await new Promise((resolve) => setTimeout(resolve, BUSY_AGAIN_MS))
        }
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

/** Tabs of a shared device may be of different people. */
const turnOf = (): string => `analysis:${parseSession(readItem(SESSION))?.uid ?? ''}`

export const useAnalysis = create(
  analysisState(async () => (await import('#src/io/firebase/functions.ts')).functionsIo, {
    take: () => lock(turnOf()),
    wait: () => lockInTurn(turnOf()),
  }),
)
