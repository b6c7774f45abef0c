import { FieldValue, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore'
import { parseAiSettings, type AiSettings } from '../../domain/account/aiSettings.ts'
import type { AnalysisResponse, AnalysisRequest, PreviewResponse } from '../../domain/api.ts'
import { isBlank } from '../../domain/entry/content.ts'
import type { LogEntry } from '../../domain/entry/entry.ts'
import { parseEntryDocument } from '../../domain/entry/storedEntry.ts'
import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import { ANALYSIS_TEXT, LOG_TEXT } from '../../domain/texts/specification.ts'
import { logPath, logsPath, settingsPath } from '../../domain/paths.ts'
import { toSuggestions } from '../../domain/analysis/modelAnswer.ts'
import { tagKey } from '../../domain/entry/tagNames.ts'
import type { Analyst, AnalysisInput } from './analyst.ts'
import { HttpError } from './httpError.ts'
import { reserveCall, type QuotaDeps } from './quotas.ts'

export type AnalysisDeps = QuotaDeps & { readonly analyst: Analyst }

/**
 * The number of recent entries whose tags are counted. The most used tags of these entries are the user's known tags.
 */
const TAGS_FROM_ENTRIES = 100
const MAX_KNOWN_TAGS = 50

/**
 * Analyzes one entry of the caller, stores the suggestions with the entry and returns them. With `preview`, only
 * returns the request that an analysis would send; nothing is sent or stored.
 * @throws HttpError 403 if the entry is EYES ONLY or AI is switched off, 404 if the entry does not exist, 409 if the
 *   confidence is below the user's threshold, 429 if the quota is used up or another analysis of the caller is running,
 *   502 to 504 for errors of the AI service
 */
export async function handle(
  { logId, preview = false }: AnalysisRequest,
  uid: string,
  deps: AnalysisDeps,
): Promise<AnalysisResponse | PreviewResponse> {
  const { db, analyst, now } = deps
  const entryRef = db.doc(logPath(uid, logId).join('/'))
  const release = await reserveCall(deps, uid, preview ? 'preview' : 'analysis')
  try {
    const [stored, chosen] = await db.getAll(entryRef, db.doc(settingsPath(uid).join('/')))
    const settings = parseAiSettings(chosen?.data())
    if (!settings.aiEnabled) throw new HttpError(403, FUNCTION_TEXT.aiOff)
    const input = toAnalysisInput(parseAnalyzableEntry(stored), settings, await knownTagsOf(db, uid), now())
    if (preview) return { success: true, preview: analyst.preview(input) }

    const { answer, tokens } = await analyst.analyze(input)
    const suggested = toSuggestions(answer, input.content, input.knownTags)
    if (suggested.confidence < settings.minimumConfidence) throw new HttpError(409, ANALYSIS_TEXT.belowThreshold)
    const suggestions = { ...suggested, applied: false, source: analyst.source, tokens }
    await db.runTransaction(async (transaction) => {
      // The entry may have been deleted or set to EYES ONLY during the analysis.
      parseAnalyzableEntry(await transaction.get(entryRef))
      transaction.update(entryRef, {
        aiSuggestions: { ...suggestions, lastAnalyzed: FieldValue.serverTimestamp() },
        lastUpdated: FieldValue.serverTimestamp(),
      })
    })
    return {
      success: true,
      suggestions: {
        ...suggestions,
        suggestedGoals: [...suggestions.suggestedGoals],
        suggestedTags: [...suggestions.suggestedTags],
        lastAnalyzed: now(),
      },
    }
  } finally {
    await release()
  }
}

/** Parses an entry and checks that it may be analyzed. */
function parseAnalyzableEntry(stored: DocumentSnapshot | undefined): LogEntry {
  const entry = stored?.exists ? parseEntryDocument(stored.id, stored.data(), false) : undefined
  if (!entry || entry.deleted) throw new HttpError(404, LOG_TEXT.notFound)
  if (entry.eyesOnly) throw new HttpError(403, FUNCTION_TEXT.eyesOnly)
  if (isBlank(entry.content)) throw new HttpError(400, FUNCTION_TEXT.noText)
  return entry
}

const toAnalysisInput = (
  entry: LogEntry,
  settings: AiSettings,
  knownTags: readonly string[],
  now: number,
): AnalysisInput => ({
  content: entry.content,
  level: entry.level,
  goals: entry.goals,
  tags: entry.tags,
  time: entry.timestamp ?? now,
  timeZone: entry.timeZone ?? undefined,
  knownTags,
  settings,
})

/** Returns the tags of the user's recent entries, most used first, without the tags of EYES ONLY entries. */
async function knownTagsOf(db: Firestore, uid: string): Promise<readonly string[]> {
  const { docs } = await db
    .collection(logsPath(uid).join('/'))
    .where('deleted', '==', false)
    .orderBy('timestamp', 'desc')
    .limit(TAGS_FROM_ENTRIES)
    .select('tags', 'eyesOnly')
    .get()
  const used = docs
    .map((found) => parseEntryDocument(found.id, found.data(), false))
    .flatMap(({ tags, eyesOnly }) => (eyesOnly ? [] : tags))
  return [...Map.groupBy(used, tagKey).values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_KNOWN_TAGS)
    .flatMap(([tag]) => tag ?? [])
}
