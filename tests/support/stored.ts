import * as z from 'zod'
import { tokenOf, type Account } from './accounts.ts'
import { requiredVariable } from './requiredVariable.ts'

/* Reads and writes the database of the local backend directly, without the app. */

/**
 * Adds entries as an administrator, without the security rules. The oldest entries are added first, because an open page
 * syncs only changes that are newer than the changes it knows.
 */
export async function seed(uid: string, entries: readonly SeedEntry[]): Promise<void> {
  const documents = 'projects/demo-sitrep/databases/(default)/documents'
  const ordered = entries.toSorted((a, b) => a.time - b.time)
  for (let start = 0; start < ordered.length; start += 500) {
    const writes = ordered.slice(start, start + 500).map(({ id, content, time, ...more }) => ({
      update: {
        name: `${documents}/users/${uid}/logs/${id}`,
        fields: {
          userId: { stringValue: uid },
          content: { stringValue: content },
          logLevel: { stringValue: more.level ?? 'INTEL' },
          goals: { arrayValue: { values: (more.goals ?? []).map((goal) => ({ stringValue: goal })) } },
          tags: { arrayValue: { values: (more.tags ?? []).map((tag) => ({ stringValue: tag })) } },
          timestamp: { timestampValue: new Date(time).toISOString() },
          lastUpdated: { timestampValue: new Date(time).toISOString() },
          deleted: { booleanValue: more.deleted ?? false },
          ...(more.suggestions ? { aiSuggestions: { mapValue: { fields: suggestionFields(more.suggestions) } } } : {}),
          ...more.fields,
        },
      },
    }))
    await requestAsAdmin(`${documents}:commit`, { writes })
  }
}

/** Invalid times that older clients may have stored: missing, null or of another type. */
export const UNUSUAL_TIMES = [
  undefined,
  { nullValue: null },
  { stringValue: '2026-11-20' },
  { integerValue: '5' },
] as const

const StoredProfile = z.object({
  fields: z.object({
    operationalFrequency: z.object({ doubleValue: z.optional(z.number()), integerValue: z.optional(z.string()) }),
  }),
})

/** Returns the stored frequency of a user, or undefined if there is none. */
export async function storedFrequency(uid: string): Promise<number | undefined> {
  const path = `projects/demo-sitrep/databases/(default)/documents/users/${uid}`
  const response = await fetch(`${requiredVariable('E2E_FIRESTORE')}/v1/${path}`, {
    headers: { authorization: 'Bearer owner' },
  })
  if (response.status === 404) return undefined
  const { fields } = StoredProfile.parse(await response.json())
  return Number(fields.operationalFrequency.doubleValue ?? fields.operationalFrequency.integerValue)
}

const StoredEntry = z.object({
  fields: z.object({
    content: z.object({ stringValue: z.string() }),
    tags: z.object({ arrayValue: z.object({ values: z.optional(z.array(z.object({ stringValue: z.string() }))) }) }),
  }),
})

const Usage = z.record(z.string(), z.object({ reads: z.number(), writes: z.number() }))

/** Returns the numbers of reads and writes by a user since the backend started. */
export async function usageOf(uid: string): Promise<{ reads: number; writes: number }> {
  const response = await fetch(`${requiredVariable('E2E_FIRESTORE')}/emulator/v1/projects/demo-sitrep/usage`)
  return Usage.parse(await response.json())[uid] ?? { reads: 0, writes: 0 }
}

const Contents = z.array(
  z.object({
    document: z.optional(z.object({ fields: z.object({ content: z.object({ stringValue: z.string() }) }) })),
  }),
)

/** Returns the texts of all stored entries, including deleted ones. */
export async function storedContentsOf(uid: string): Promise<readonly string[]> {
  const query = { structuredQuery: { from: [{ collectionId: 'logs' }] } }
  const found = await requestAsAdmin(`projects/demo-sitrep/databases/(default)/documents/users/${uid}:runQuery`, query)
  return Contents.parse(found).flatMap(({ document }) => document?.fields.content.stringValue ?? [])
}

const Counted = z.tuple([
  z.object({ result: z.object({ aggregateFields: z.object({ n: z.object({ integerValue: z.string() }) }) }) }),
])

/** Returns the number of stored entries, including deleted ones. */
export async function storedEntryCountOf(uid: string): Promise<number> {
  const path = `projects/demo-sitrep/databases/(default)/documents/users/${uid}:runAggregationQuery`
  const found = await requestAsAdmin(path, {
    structuredAggregationQuery: {
      structuredQuery: { from: [{ collectionId: 'logs' }] },
      aggregations: [{ alias: 'n', count: {} }],
    },
  })
  const [{ result }] = Counted.parse(found)
  return Number(result.aggregateFields.n.integerValue)
}

const StoredSettings = z.object({
  fields: z
    .object({
      theme: z.object({ stringValue: z.string() }),
      autoAnalyzeEnabled: z.object({ booleanValue: z.boolean() }),
      savedSearches: z.object({ arrayValue: z.object({ values: z.array(z.object({ stringValue: z.string() })) }) }),
    })
    .partial(),
})

/** Returns some of the stored settings of a user; undefined for settings that are not stored. */
export async function storedSettings(uid: string) {
  const path = `projects/demo-sitrep/databases/(default)/documents/users/${uid}/private/settings`
  const response = await fetch(`${requiredVariable('E2E_FIRESTORE')}/v1/${path}`, {
    headers: { authorization: 'Bearer owner' },
  })
  const fields = StoredSettings.safeParse(await response.json()).data?.fields
  return {
    theme: fields?.theme?.stringValue,
    autoAnalyzeEnabled: fields?.autoAnalyzeEnabled?.booleanValue,
    savedSearches: fields?.savedSearches?.arrayValue.values.map(({ stringValue }) => stringValue),
  }
}

/** Returns the stored theme of a user, or undefined if there is none. */
export const storedTheme = async (uid: string): Promise<string | undefined> => (await storedSettings(uid)).theme

/** Returns a stored entry. */
export async function storedEntry(uid: string, id: string): Promise<{ content: string; tags: readonly string[] }> {
  const path = `projects/demo-sitrep/databases/(default)/documents/users/${uid}/logs/${id}`
  const response = await fetch(`${requiredVariable('E2E_FIRESTORE')}/v1/${path}`, {
    headers: { authorization: 'Bearer owner' },
  })
  const { content, tags } = StoredEntry.parse(await response.json()).fields
  return { content: content.stringValue, tags: (tags.arrayValue.values ?? []).map(({ stringValue }) => stringValue) }
}

const Favorites = z.array(
  z.object({ document: z.optional(z.object({ name: z.string(), fields: z.record(z.string(), z.unknown()) })) }),
)

/** Returns the stored favorites of a user. */
export async function favoritesOf(uid: string): Promise<readonly StoredDocument[]> {
  const filter = { field: { fieldPath: 'userId' }, op: 'EQUAL', value: { stringValue: uid } }
  const found = await requestAsAdmin('projects/demo-sitrep/databases/(default)/documents:runQuery', {
    structuredQuery: { from: [{ collectionId: 'favorites' }], where: { fieldFilter: filter } },
  })
  return Favorites.parse(found).flatMap(({ document }) => document ?? [])
}

export type StoredDocument = { readonly name: string; readonly fields: { readonly [field: string]: unknown } }

/** Writes a document with the rights of this account. The server sets the field `dateAdded`. */
export async function writeAs(account: Account, name: string, fields: StoredDocument['fields']): Promise<Response> {
  const { dateAdded: _, ...rest } = fields
  return fetch(`${requiredVariable('E2E_FIRESTORE')}/v1/projects/demo-sitrep/databases/(default)/documents:commit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(account)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      writes: [
        {
          update: { name, fields: rest },
          updateTransforms: [{ fieldPath: 'dateAdded', setToServerValue: 'REQUEST_TIME' }],
        },
      ],
    }),
  })
}

/** Sets the initial frequency of an account. */
export async function seedFrequency(uid: string, frequency: number): Promise<void> {
  const documents = 'projects/demo-sitrep/databases/(default)/documents'
  const fields = {
    operationalFrequency: { doubleValue: frequency },
    lastFrequencyUpdate: { timestampValue: new Date().toISOString() },
  }
  await requestAsAdmin(`${documents}:commit`, { writes: [{ update: { name: `${documents}/users/${uid}`, fields } }] })
}

export type SeedEntry = {
  readonly id: string
  readonly content: string
  readonly time: number
  readonly level?: string
  readonly goals?: readonly string[]
  readonly tags?: readonly string[]
  readonly deleted?: boolean
  readonly suggestions?: SeedSuggestions
  /** Raw database fields. They override the fields that other properties set. The value undefined removes a field. */
  readonly fields?: { readonly [field: string]: unknown }
}

export type SeedSuggestions = {
  readonly confidence: number
  readonly level?: string
  readonly goals?: readonly string[]
  readonly tags?: readonly string[]
  readonly analyzed?: number
  readonly source?: 'model' | 'offline'
}

const suggestionFields = ({ confidence, level = 'ALERT', goals = [], tags = [], ...more }: SeedSuggestions) => ({
  suggestedLogLevel: { stringValue: level },
  suggestedGoals: { arrayValue: { values: goals.map((goal) => ({ stringValue: goal })) } },
  suggestedTags: { arrayValue: { values: tags.map((tag) => ({ stringValue: tag })) } },
  confidence: { doubleValue: confidence },
  lastAnalyzed: { timestampValue: new Date(more.analyzed ?? Date.now()).toISOString() },
  applied: { booleanValue: false },
  source: { stringValue: more.source ?? 'model' },
})

export async function requestAsAdmin(path: string, body: unknown, method = 'POST', prefix = '/v1/'): Promise<unknown> {
  const response = await fetch(`${requiredVariable('E2E_FIRESTORE')}${prefix}${path}`, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}
