import {
  doc,
  getDocFromServer,
  writeBatch,
  type DocumentReference,
  type Firestore,
  type QuerySnapshot,
} from 'firebase/firestore'

/* Assertions and helpers for the cases. They use no test library, because the cases also run in a web page. */

export function expectTrue(holds: boolean, what: string): void {
  if (!holds) throw new Error(`expected ${what}`)
}

export function expectEqual(actual: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(sorted(actual)), JSON.stringify(sorted(expected))]
  expectTrue(left === right, `${right}, found ${left}`)
}

/** Sorts the keys of maps, because Firestore does not define their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, sorted(item)])
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export async function expectError(code: string, action: Promise<unknown>): Promise<void> {
  const found = await action.then(
    () => 'success',
    (error: unknown) => (typeof error === 'object' && error !== null && 'code' in error ? error.code : String(error)),
  )
  expectEqual(found, code)
}

export const dataOf = async (ref: DocumentReference) => (await getDocFromServer(ref)).data()

export const ids = (snapshot: QuerySnapshot): string[] => snapshot.docs.map(({ id }) => id)

export const idsAndNumbers = (snapshot: QuerySnapshot): string =>
  snapshot.docs.map((found) => `${found.id}${found.get('n')}`).join(' ')

export async function putDocuments(db: Firestore, docs: { readonly [id: string]: object }): Promise<void> {
  const batch = writeBatch(db)
  for (const [id, data] of Object.entries(docs)) batch.set(doc(db, 'c', id), data)
  await batch.commit()
}

/**
 * Records the values that a listener receives. Each call of `until` waits for a value that follows the value of the
 * previous call.
 */
export function recordValues<Value>() {
  const all: Value[] = []
  let from = 0
  let wake: (() => void) | undefined
  return {
    all,
    add(value: Value) {
      all.push(value)
      wake?.()
    },
    async until(wanted: Value): Promise<void> {
      for (;;) {
        const at = all.indexOf(wanted, from)
        if (at !== -1) {
          from = at + 1
          return
        }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
