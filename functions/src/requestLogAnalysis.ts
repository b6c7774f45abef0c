import { FieldValue, Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore'
import * as z from 'zod/mini'
import { parseAiSettings, type AiSettings } from '../../domain/account/aiSettings.ts'
import type { AnalysisResponse, AnalysisRequest, PreviewResponse } from '../../domain/api.ts'
import { isBlank } from '../../domain/entry/content.ts'
import { FALLBACK_LEVEL } from '../../domain/entry/levels.ts'
import { ANALYSIS_TEXT, LOG_TEXT } from '../../domain/messages.ts'
import { logPath, logsPath, settingsPath } from '../../domain/paths.ts'
import { toSuggestions } from '../../domain/analysis/modelAnswer.ts'
import { tagKey } from '../../domain/entry/tagNames.ts'
import type { Analyst, AnalysisInput } from './analyst.ts'
import { HttpError } from './httpError.ts'
import { reserveCall, type QuotaDeps } from './quotas.ts'

export type AnalysisDeps = QuotaDeps & { readonly analyst: Analyst }

/** A person's tags are those of this many of their last entries, the most used of them. */
const TAGS_FROM_ENTRIES = 100
const MAX_KNOWN_TAGS = 50

const texts = z.catch(z.array(z.string()), [])

const Entry = z.object({
  content: z.catch(z.string(), ''),
  logLevel: z.catch(z.optional(z.string()), undefined),
  level: z.catch(z.optional(z.string()), undefined),
  goals: texts,
  tags: texts,
  deleted: z.catch(z.boolean(), false),
  eyesOnly: z.catch(z.boolean(), false),
  timestamp: z.catch(z.optional(z.instanceof(Timestamp)), undefined),
  metadata: z.catch(z.object({ timeZone: z.catch(z.optional(z.string()), undefined) }), { timeZone: undefined }),
})

type Entry = z.infer<typeof Entry>

/**
 * Reads one entry of the caller's and proposes a level, goals and tags for it, which it stores with the entry and
 * answers with. With `preview` it answers with what would be sent, and sends and stores nothing.
 * @throws Failed 403 for an entry that is for its writer's eyes only or where AI is switched off, 404, 409 where it
 *   is less sure than its person wants, 429 while another runs and above the limits, 502 to 504 for what the service
 *   behind it does
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
    if (!settings.aiEnabled) throw new HttpError(403, 'AI is switched off in your settings.')
    const input = toAnalysisInput(parseAnalyzableEntry(stored), settings, await knownTagsOf(db, uid), now())
    if (preview) return { success: true, preview: analyst.preview(input) }

    const { answer, tokens } = await analyst.analyze(input)
    const suggested = toSuggestions(answer, input.content, input.knownTags)
    if (suggested.confidence < settings.minimumConfidence) throw new HttpError(409, ANALYSIS_TEXT.belowThreshold)
    const suggestions = { ...suggested, applied: false, source: analyst.source, tokens }
    await db.runTransaction(async (transaction) => {
      // Meanwhile it may have been deleted, or kept from everybody.
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

/** An entry that may be read by an analyst. */
function parseAnalyzableEntry(stored: DocumentSnapshot | undefined): Entry {
  const entry = stored?.exists ? Entry.parse(stored.data()) : undefined
  if (!entry || entry.deleted) throw new HttpError(404, LOG_TEXT.notFound)
  if (entry.eyesOnly) throw new HttpError(403, 'This entry is for your eyes only: it is never analyzed.')
  if (isBlank(entry.content)) throw new HttpError(400, 'There is no text to analyze.')
  return entry
}

const toAnalysisInput = (
  entry: Entry,
  settings: AiSettings,
  knownTags: readonly string[],
  now: number,
): AnalysisInput => ({
  content: entry.content,
  level: entry.logLevel ?? entry.level ?? FALLBACK_LEVEL,
  goals: entry.goals,
  tags: entry.tags,
  time: entry.timestamp?.toMillis() ?? now,
  timeZone: entry.metadata.timeZone,
  knownTags,
  settings,
})

/** The tags of a person's last entries, the most used first; those that only private entries have are left out. */
async function knownTagsOf(db: Firestore, uid: string): Promise<readonly string[]> {
  const { docs } = await db
    .collection(logsPath(uid).join('/'))
    .where('deleted', '==', false)
    .orderBy('timestamp', 'desc')
    .limit(TAGS_FROM_ENTRIES)
    .select('tags', 'eyesOnly')
    .get()
  const used = docs.map((found) => Entry.parse(found.data())).flatMap(({ tags, eyesOnly }) => (eyesOnly ? [] : tags))
  return [...Map.groupBy(used, tagKey).values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_KNOWN_TAGS)
    .flatMap(([tag]) => tag ?? [])
}
