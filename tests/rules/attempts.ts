import { readFileSync } from 'node:fs'
import { FirestoreError } from '#local/firestore/core/errors.ts'
import { memoryJournal } from '#local/firestore/core/journal.ts'
import { Store } from '#local/firestore/core/store.ts'
import { doubleValue } from '#local/firestore/core/values.ts'
import { compileRules } from '#local/firestore/rules/ruleset.ts'
import { ADMIN, callerOf } from '#local/firestore/service/caller.ts'
import { firestoreService } from '#local/firestore/service/service.ts'
import { TimestampValue, NOW, type Attempt, type DocumentFields } from './oracle.ts'

const DATABASE = 'projects/demo-oracle/databases/(default)'
const rules = compileRules(readFileSync('firestore.rules', 'utf8'))

/** Returns whether `firestore.rules` allows a write. A local Firestore in this process decides. */
export function isAllowed({ actor, path, before, after }: Attempt): boolean {
  const name = `${DATABASE}/documents/${path.join('/')}`
  return isTaken('Commit', { database: DATABASE, writes: [writeOf(name, after)] }, { actor, name, before })
}

/** Returns whether `firestore.rules` allows reading the document at a path, whether or not the document exists. */
export function isGetAllowed({ actor, path, before }: Omit<Attempt, 'after'>): boolean {
  const name = `${DATABASE}/documents/${path.join('/')}`
  return isTaken('GetDocument', { name }, { actor, name, before })
}

type Setting = Pick<Attempt, 'actor' | 'before'> & { readonly name: string }

function isTaken(rpc: string, request: object, { actor, name, before }: Setting): boolean {
  const store = new Store({ journal: memoryJournal(), nowMicros: () => Date.now() * 1000, newEpoch: () => 'epoch' })
  const { unary, useRules } = firestoreService(store)
  useRules(rules)
  if (before) unary.get('Commit')?.(ADMIN, { database: DATABASE, writes: [writeOf(name, before)] })
  try {
    unary.get(rpc)?.(callerOf(actor && tokenOf(actor)), request)
    return true
  } catch (error) {
    if (!(error instanceof FirestoreError)) throw error
    if (error.status === 'PERMISSION_DENIED') return false
    if (rpc === 'GetDocument' && error.status === 'NOT_FOUND') return true
    throw error
  }
}

function writeOf(name: string, data: DocumentFields | undefined): object {
  if (!data) return { delete: name }
  const stamps = Object.keys(data).filter((key) => data[key] === NOW)
  return {
    update: { name, fields: wireFields(Object.fromEntries(Object.entries(data).filter(([, value]) => value !== NOW))) },
    updateTransforms: stamps.map((fieldPath) => ({ fieldPath, setToServerValue: 'REQUEST_TIME' })),
  }
}

const wireFields = (data: object): object =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, wireValue(value)]))

function wireValue(value: unknown): object {
  if (value === null) return { nullValue: null }
  if (value instanceof TimestampValue) return { timestampValue: value.iso }
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') }
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { booleanValue: value }
  if (typeof value === 'number') return Number.isInteger(value) ? { integerValue: String(value) } : doubleValue(value)
  if (Array.isArray(value)) return { arrayValue: { values: value.map(wireValue) } }
  return { mapValue: { fields: wireFields(Object(value)) } }
}

function tokenOf({ uid, provider }: { readonly uid: string; readonly provider: string }): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  return `Bearer ${part({ alg: 'none' })}.${part({ sub: uid, firebase: { sign_in_provider: provider } })}.`
}
