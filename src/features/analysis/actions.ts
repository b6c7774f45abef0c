import { appliesItself } from '#domain/account/aiSettings.ts'
import { CallFailed, writeFailure } from '#domain/errors.ts'
import { draftOf } from '#domain/entry/draft.ts'
import { applied } from '#domain/analysis/applySuggestions.ts'
import { CHANGED_MEANWHILE } from '#domain/entry/merge.ts'
import { editOf, type Edit, entryFault } from '#domain/entry/content.ts'
import { type LogEntry } from '#domain/entry/entry.ts'
import { ANALYSIS_TEXT, LOG_TEXT } from '#domain/messages.ts'
import { hasGoal, type Suggested } from '#domain/analysis/suggestions.ts'
import { hasTag } from '#domain/entry/tags.ts'
import { useSettings } from '#src/stores/settings.ts'
import { isBusy, useAnalysis } from '#src/stores/analysis.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useSearch } from '#src/stores/search.ts'
import { sayOutcome } from '#src/ui/reportOutcome.ts'
import { toast, type Toaster } from '#src/ui/toast.tsx'
import { undoToast } from '#src/ui/undoToast.tsx'

/** Where an entry is looked at: its messages differ, and so does the place they are said in. */
export type Place = 'list' | 'page'

const SAID: { readonly [At in Place]: { readonly toaster: Toaster; readonly failed: string } } = {
  list: { toaster: 'dashboard', failed: ANALYSIS_TEXT.failedOnList },
  page: { toaster: 'app', failed: ANALYSIS_TEXT.failedOnPage },
}

/** Has an entry analysed, by a person's key. What went wrong stays beside the entry. */
export async function analyse({ id, queued }: LogEntry, place: Place): Promise<void> {
  const { toaster, failed } = SAID[place]
  if (useAuth.getState().user === null) return void toast.error(ANALYSIS_TEXT.needsUser, toaster)
  if (queued)
    return void toast.hint('This entry has not reached the server yet. It can be analyzed when it has.', toaster)
  const progress = toast.loading(ANALYSIS_TEXT.running, toaster)
  try {
    await useAnalysis.getState().analyze(id)
    toast.success(ANALYSIS_TEXT.complete, toaster)
    // An entry that the list has found, not followed, has its suggestions by this.
    void useSearch.getState().sync()
  } catch (error) {
    toast.error(isBusy(error) ? ANALYSIS_TEXT.inProgress : failed, toaster)
  } finally {
    toast.dismiss(progress, toaster)
  }
}

/** Has a new entry analysed without being asked, and applies what is sure enough (specification §4). */
export async function analyseByItself(id: string): Promise<void> {
  const written = () => useJournal.getState().entries.get(id)
  const isWanted = () => {
    const { aiEnabled, autoAnalyzeEnabled } = useSettings.getState().settings
    const entry = written()
    return aiEnabled && autoAnalyzeEnabled && entry?.eyesOnly === false && entry.suggestions === null
  }
  try {
    const suggestions = await useAnalysis.getState().analyzeInTurn(id, isWanted)
    const entry = written()
    if (entry && suggestions && appliesItself(useSettings.getState().settings, suggestions.confidence))
      await applyAll(entry, suggestions, 'list')
  } catch {
    // It stands beside the entry; nobody asked for a message.
  }
}

/** Writes all suggestions onto an entry, which can be taken back. */
export async function applyAll(entry: LogEntry, suggestions: Suggested, place: Place): Promise<void> {
  if (useAnalysis.getState().applying.has(entry.id)) return
  const { toaster } = SAID[place]
  const suggested = applied(entry, suggestions)
  const progress = toast.loading(ANALYSIS_TEXT.applying, toaster)
  try {
    await useAnalysis.getState().apply(entry.id, suggested)
    const after: Edit = {
      ...editOf(entry),
      level: suggested.suggestedLogLevel,
      goals: suggested.suggestedGoals,
      tags: suggested.suggestedTags,
    }
    undoToast(ANALYSIS_TEXT.applied, () => undo(entry.id, after, editOf(entry), toaster), { toaster })
    void useSearch.getState().sync()
  } catch (error) {
    console.warn('The suggestions were not applied.', error)
    // Only what the server says of it is added.
    const why =
      error instanceof CallFailed && error.status > 0 && error.message !== ANALYSIS_TEXT.applyFailed
        ? `. ${error.message}`
        : ''
    toast.error(`${ANALYSIS_TEXT.applyFailed}${why}`, toaster)
  } finally {
    toast.dismiss(progress, toaster)
  }
}

/** One of the suggestions. */
export type Item =
  | { readonly kind: 'level'; readonly level: Suggested['suggestedLogLevel'] }
  | { readonly kind: 'goal' | 'tag'; readonly text: string }

/** Whether an entry has it already. */
export const isThere = ({ level, goals, tags }: Edit, item: Item): boolean =>
  item.kind === 'level'
    ? item.level === level
    : item.kind === 'goal'
      ? hasGoal(goals, item.text)
      : hasTag(tags, item.text)

/** Adds one suggestion to an entry and leaves the rest of it; works offline, as any edit does. */
export function applyOne(entry: LogEntry, item: Item, place: Place): void {
  const { toaster } = SAID[place]
  const before = editOf(entry)
  const after: Edit =
    item.kind === 'level'
      ? { ...before, level: item.level }
      : item.kind === 'goal'
        ? { ...before, goals: [...before.goals, item.text] }
        : { ...before, tags: [...before.tags, item.text] }
  const fault = entryFault(after)
  if (fault) return void toast.error(fault, toaster)
  void sayOutcome(save(entry.id, before, after, toaster), {
    done: ANALYSIS_TEXT.applied,
    what: 'Change',
    failed: updateFailure,
    toaster,
    onUndo: () => undo(entry.id, after, before, toaster),
  })
}

function undo(id: string, before: Edit, after: Edit, toaster: Toaster): void {
  save(id, before, after, toaster).catch((error: unknown) => toast.error(updateFailure(error), toaster))
}

/** Resolves with whether the entry has the change; that it was changed elsewhere too is said here. */
async function save(id: string, before: Edit, after: Edit, toaster: Toaster): Promise<boolean> {
  const change = { ...draftOf(id, crypto.randomUUID(), before), ...after, savedAt: Date.now() }
  const outcome = await useDrafts.getState().submit(change)
  if (outcome === 'conflict') toast.error(CHANGED_MEANWHILE, toaster)
  return outcome === 'saved'
}

const updateFailure = (error: unknown): string => writeFailure(error, LOG_TEXT.updateFailed)
