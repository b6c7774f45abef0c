import { FirestoreError } from '#local/firestore/core/errors.ts'
import { disjunctions, type FieldFilter, type Query, type UnaryFilter } from '#local/firestore/core/query.ts'
import type { Store } from '#local/firestore/core/store.ts'
import { timestampOfVersion } from '#local/firestore/core/timestamps.ts'
import type { Doc, Effect } from '#local/firestore/core/writes.ts'
import type { DocumentReader } from '#local/firestore/rules/evaluate.ts'
import { UNKNOWN_ID, UNKNOWN_PARENTS, type RequestSegment, type Ruleset } from '#local/firestore/rules/ruleset.ts'
import {
  Constraint,
  EvaluationError,
  toRuleMap,
  toRuleValue,
  pathOfName,
  UnknownValue,
  type Path,
  type RuleMap,
  type RuleValue,
} from '#local/firestore/rules/values.ts'
import type { Caller } from './caller.ts'

const MAX_READS_SINGLE = 10
const MAX_READS_BATCH = 20

/**
 * Checks the security rules before data is read or written. Every method throws PERMISSION_DENIED if the rules deny.
 */
export type Guard = ReturnType<typeof createGuard>

/**
 * @param rules returns the current rules, or undefined for a project without rules. Without rules everything is
 * allowed, as in the official emulator
 */
export function createGuard(store: Store, caller: Caller, rules: () => Ruleset | undefined) {
  const now = () => timestampOfVersion(store.readVersion())
  const applicableRules = (): Ruleset | undefined => (caller.admin ? undefined : rules())

  return {
    /** Allows an operation only for administrators, because no rule can allow it for other callers. */
    admin(what: string): void {
      if (applicableRules()) throw new FirestoreError('PERMISSION_DENIED', `${what} is for administrators`)
    },

    /** @param doc the document at the requested read time */
    get(name: string, doc: Doc | undefined): void {
      const ruleset = applicableRules()
      if (!ruleset) return
      requireAllowed(ruleset, {
        method: 'get',
        segments: pathOfName(name).segments,
        request: requestMap(caller, now()),
        resource: doc ? resourceOf(doc) : null,
        documents: createDocumentReader(store, name, [name], new Map(), [new ReadBudget(MAX_READS_SINGLE)]),
      })
    },

    list(query: Query): void {
      const ruleset = applicableRules()
      if (!ruleset) return
      const request = new Map<string, RuleValue>([...requestMap(caller, now()), ['query', queryMap(query)]])
      const segments = listSegments(query)
      const reads = new ReadBudget(MAX_READS_BATCH)
      for (const disjunct of disjunctions(query.filter)) {
        const named = disjunct.find(
          (filter): filter is FieldFilter =>
            filter.kind === 'field' && filter.field === '__name__' && filter.op === 'EQUAL',
        )
        const name = named && 'referenceValue' in named.value ? named.value.referenceValue : undefined
        const doc = name === undefined ? undefined : store.get(name)
        requireAllowed(ruleset, {
          method: 'list',
          segments: name === undefined ? segments : pathOfName(name).segments,
          request,
          resource: doc
            ? resourceOf(doc)
            : new Map<string, RuleValue>([
                ['data', knownFields(disjunct)],
                ['id', new UnknownValue()],
                ['__name__', new UnknownValue()],
              ]),
          documents: createDocumentReader(store, query.parent, [], new Map(), [reads]),
        })
      }
    },

    /** Checks every write of a batch. Can be passed to `Store.commit` as `authorize`. */
    writes(effects: readonly Effect[], requestTime: string): void {
      const ruleset = applicableRules()
      if (!ruleset) return
      const after = new Map(effects.map((effect) => [effect.write.name, effect.after]))
      const own = [...after.keys()]
      const batch = new ReadBudget(MAX_READS_BATCH)
      for (const effect of effects) {
        const { name, kind } = effect.write
        const stored = store.get(name)
        const method = kind === 'verify' ? 'get' : kind === 'delete' ? 'delete' : stored ? 'update' : 'create'
        const request = new Map<string, RuleValue>(requestMap(caller, requestTime))
        if (effect.after && kind !== 'verify') request.set('resource', resourceOf(effect.after))
        requireAllowed(ruleset, {
          method,
          segments: pathOfName(name).segments,
          request,
          resource: stored ? resourceOf(stored) : null,
          documents: createDocumentReader(store, name, own, after, [batch, new ReadBudget(MAX_READS_SINGLE)]),
        })
      }
    },
  }
}

function requireAllowed(ruleset: Ruleset, request: Parameters<Ruleset['decide']>[0]): void {
  const decision = ruleset.decide(request)
  if (!decision.allowed) throw new FirestoreError('PERMISSION_DENIED', decision.reason)
}

function requestMap(caller: Caller, time: string): Map<string, RuleValue> {
  return new Map<string, RuleValue>([
    ['auth', caller.admin ? null : caller.auth],
    ['time', toRuleValue({ timestampValue: time })],
  ])
}

const resourceOf = (doc: Doc): RuleMap =>
  new Map<string, RuleValue>([
    ['data', toRuleMap(doc.fields)],
    ['id', doc.name.slice(doc.name.lastIndexOf('/') + 1)],
    ['__name__', pathOfName(doc.name)],
  ])

/**
 * Limits the number of different documents that rules read. The documented limits are 10 for a single-document request
 * and for each write of a batch, and 20 for a whole batch and for a query.
 */
class ReadBudget {
  readonly #max: number
  readonly #seen = new Set<string>()

  constructor(max: number) {
    this.#max = max
  }

  spend(name: string): void {
    this.#seen.add(name)
    if (this.#seen.size > this.#max) throw new EvaluationError(`more than ${this.#max} documents read by rules`)
  }
}

/**
 * Returns a reader for `get()` and similar functions. The read limits do not count documents of the request itself or
 * repeated reads.
 */
function createDocumentReader(
  store: Store,
  near: string,
  own: readonly string[],
  after: ReadonlyMap<string, Doc | undefined>,
  budgets: readonly ReadBudget[],
): DocumentReader {
  const project = near.slice(0, near.indexOf('/databases/'))
  return {
    read(path: Path, useAfter: boolean) {
      const name = `${project}/${path.segments.join('/')}`
      if (!own.includes(name)) for (const budget of budgets) budget.spend(name)
      const doc = useAfter && after.has(name) ? after.get(name) : store.get(name)
      return doc ? resourceOf(doc) : null
    },
  }
}

function queryMap(query: Query): RuleMap {
  return new Map<string, RuleValue>([
    ['limit', query.limit === undefined ? null : BigInt(query.limit)],
    ['offset', BigInt(query.offset)],
    ['orderBy', new Map(query.explicitOrders.map((order) => [order.field, order.descending ? 'DESC' : 'ASC']))],
  ])
}

function listSegments(query: Query): readonly RequestSegment[] {
  const segments: RequestSegment[] = query.parent.split('/').slice(2)
  if (query.allDescendants) segments.push(UNKNOWN_PARENTS)
  segments.push(query.collectionId === '' ? UNKNOWN_ID : query.collectionId, UNKNOWN_ID)
  return segments
}

/**
 * Returns what the filters of a list request determine about the fields of its results. A field whose only filter is
 * `==` has the value of the filter. Any other field with a filter is a constraint. Fields without a filter are
 * undefined.
 */
function knownFields(disjunct: readonly (FieldFilter | UnaryFilter)[]): RuleMap {
  const root = new Map<string, RuleValue>()
  const byField = Map.groupBy(
    disjunct.filter((filter) => filter.field !== '__name__'),
    (filter) => filter.field,
  )
  for (const filters of byField.values()) {
    const [first] = filters
    if (first) setAtPath(root, first.path, knownValue(filters))
  }
  return root
}

const CONSTRAINT_OPERATORS: { readonly [op: string]: Constraint['filters'][number]['op'] } = {
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL: '<=',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL: '>=',
  NOT_EQUAL: '!=',
  ARRAY_CONTAINS: 'contains',
}

function knownValue(filters: readonly (FieldFilter | UnaryFilter)[]): RuleValue {
  const [only] = filters
  if (filters.length === 1 && only?.kind === 'field' && only.op === 'EQUAL') return toRuleValue(only.value)
  if (filters.length === 1 && only?.kind === 'unary' && only.op === 'IS_NULL') return null
  return new Constraint(
    filters.flatMap((filter) => {
      const op =
        filter.kind === 'field' ? CONSTRAINT_OPERATORS[filter.op] : filter.op === 'IS_NOT_NULL' ? '!=' : undefined
      return op ? [{ op, value: filter.kind === 'field' ? toRuleValue(filter.value) : null }] : []
    }),
  )
}

function setAtPath(map: Map<string, RuleValue>, [head = '', ...rest]: readonly string[], value: RuleValue): void {
  if (rest.length === 0) {
    map.set(head, value)
    return
  }
  const child = map.get(head)
  const inner = child instanceof Map ? child : new Map<string, RuleValue>()
  setAtPath(inner, rest, value)
  map.set(head, inner)
}
