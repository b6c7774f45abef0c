import { shouldAutoApply } from '#domain/account/aiSettings.ts'
import { ApiError, writeErrorText } from '#domain/errors.ts'
import { draftOf } from '#domain/entry/draft.ts'
import { applySuggestions } from '#domain/analysis/applySuggestions.ts'
import { CHANGED_ELSEWHERE } from '#domain/entry/merge.ts'
import { contentOf, type EntryContent, contentErrorText } from '#domain/entry/content.ts'
import { type LogEntry } from '#domain/entry/entry.ts'
import { ANALYSIS_TEXT, LOG_TEXT } from '#domain/texts/specification.ts'
import { SUGGESTION_TEXT } from '#domain/texts/suggestions.ts'
import { hasGoal, type SuggestedChanges } from '#domain/analysis/suggestions.ts'
import { hasTag } from '#domain/entry/tags.ts'
import { useSettings } from '#src/stores/settings.ts'
import { isAnalysisBusy, useAnalysis } from '#src/stores/analysis.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal.ts'
import type { UserSession } from '#src/stores/session.ts'
import { reportOutcome } from '#src/ui/reportOutcome.ts'
import { toast, type Toaster } from '#src/ui/toast.tsx'
import { undoToast } from '#src/ui/undoToast.tsx'

/** The screen on which the user acts on the entry. It determines the toaster and the error message. */
export type EntryScreen = 'list' | 'page'

const PLACE_MESSAGES: { readonly [At in EntryScreen]: { readonly toaster: Toaster; readonly failed: string } } = {
  list: { toaster: 'dashboard', failed: ANALYSIS_TEXT.failedOnList },
  page: { toaster: 'app', failed: ANALYSIS_TEXT.failedOnPage },
}

/** Analyzes an entry at the user's request. An error is shown as a toast and beside the entry. */
export async function analyze(session: UserSession, { id, queued }: LogEntry, place: EntryScreen): Promise<void> {
  const { toaster, failed } = PLACE_MESSAGES[place]
  if (session.uid === null) return void toast.error(ANALYSIS_TEXT.needsUser, toaster)
  if (queued) return void toast.hint(SUGGESTION_TEXT.notSent, toaster)
  const analysis = useAnalysis.of(session).getState()
  const progress = toast.loading(ANALYSIS_TEXT.running, toaster)
  try {
    await analysis.analyze(id)
    analysis.openPanel(id)
    if (session.signal.aborted) return
    toast.success(ANALYSIS_TEXT.complete, toaster)
  } catch (error) {
    if (session.signal.aborted) return
    toast.error(isAnalysisBusy(error) ? ANALYSIS_TEXT.inProgress : failed, toaster)
  } finally {
    toast.dismiss(progress, toaster)
  }
}

/** Analyzes a new entry automatically, and applies suggestions of sufficient confidence (specification §4). */
export async function autoAnalyze(session: UserSession, id: string): Promise<void> {
  const currentEntry = () => useJournal.of(session).getState().entries.get(id)
  const shouldAnalyze = () => {
    const { aiEnabled, autoAnalyzeEnabled } = useSettings.of(session).getState().settings
    const entry = currentEntry()
    return aiEnabled && autoAnalyzeEnabled && entry?.eyesOnly === false && entry.suggestions === null
  }
  try {
    const suggestions = await useAnalysis.of(session).getState().analyzeInTurn(id, shouldAnalyze)
    const entry = currentEntry()
    if (entry && suggestions && shouldAutoApply(useSettings.of(session).getState().settings, suggestions.confidence))
      await applyAllSuggestions(session, entry, suggestions, 'list')
  } catch {
    // The error is shown beside the entry. There is no toast, because the user did not start the analysis.
  }
}

/** Applies all suggestions to an entry and offers to undo the change. */
export async function applyAllSuggestions(
  session: UserSession,
  entry: LogEntry,
  suggestions: SuggestedChanges,
  place: EntryScreen,
): Promise<void> {
  if (useAnalysis.of(session).getState().applying.has(entry.id)) return
  const { toaster } = PLACE_MESSAGES[place]
  const suggested = applySuggestions(entry, suggestions)
  const progress = toast.loading(ANALYSIS_TEXT.applying, toaster)
  try {
    await useAnalysis.of(session).getState().apply(entry.id, suggested)
    if (session.signal.aborted) return
    const after: EntryContent = {
      ...contentOf(entry),
      level: suggested.suggestedLogLevel,
      goals: suggested.suggestedGoals,
      tags: suggested.suggestedTags,
    }
    undoToast(ANALYSIS_TEXT.applied, () => undo(session, entry.id, after, contentOf(entry), toaster), { toaster })
  } catch (error) {
    console.warn('The suggestions were not applied.', error)
    if (session.signal.aborted) return
    // Only a message from the server itself is appended to the error text.
    const reason =
      error instanceof ApiError && error.status > 0 && error.message !== ANALYSIS_TEXT.applyFailed
        ? `. ${error.message}`
        : ''
    toast.error(`${ANALYSIS_TEXT.applyFailed}${reason}`, toaster)
  } finally {
    toast.dismiss(progress, toaster)
  }
}

export type SuggestionItem =
  | { readonly kind: 'level'; readonly level: SuggestedChanges['suggestedLogLevel'] }
  | { readonly kind: 'goal' | 'tag'; readonly text: string }

/** Returns whether the entry already has the suggestion. */
export const hasSuggestion = ({ level, goals, tags }: EntryContent, item: SuggestionItem): boolean =>
  item.kind === 'level'
    ? item.level === level
    : item.kind === 'goal'
      ? hasGoal(goals, item.text)
      : hasTag(tags, item.text)

/** Applies one suggestion to an entry. Works offline like every edit. */
export function applyOneSuggestion(
  session: UserSession,
  entry: LogEntry,
  item: SuggestionItem,
  place: EntryScreen,
): void {
  const { toaster } = PLACE_MESSAGES[place]
  const before = contentOf(entry)
  const after: EntryContent =
    item.kind === 'level'
      ? { ...before, level: item.level }
      : item.kind === 'goal'
        ? { ...before, goals: [...before.goals, item.text] }
        : { ...before, tags: [...before.tags, item.text] }
  const validationError = contentErrorText(after)
  if (validationError) return void toast.error(validationError, toaster)
  void reportOutcome(save(session, entry.id, before, after, toaster), {
    done: ANALYSIS_TEXT.applied,
    subject: SUGGESTION_TEXT.changeSubject,
    failed: updateFailure,
    toaster,
    onUndo: () => undo(session, entry.id, after, before, toaster),
  })
}

function undo(session: UserSession, id: string, before: EntryContent, after: EntryContent, toaster: Toaster): void {
  save(session, id, before, after, toaster).catch((error: unknown) => toast.error(updateFailure(error), toaster))
}

/** Saves the change, and shows a message if there is a conflict. Resolves with true if the change was saved. */
async function save(
  session: UserSession,
  id: string,
  before: EntryContent,
  after: EntryContent,
  toaster: Toaster,
): Promise<boolean> {
  const change = { ...draftOf(id, crypto.randomUUID(), before), ...after, savedAt: Date.now() }
  const outcome = await useDrafts.of(session).getState().submit(change)
  if (outcome === 'conflict') toast.error(CHANGED_ELSEWHERE, toaster)
  return outcome === 'saved'
}

const updateFailure = (error: unknown): string => writeErrorText(error, LOG_TEXT.updateFailed)
