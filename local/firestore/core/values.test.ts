import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FieldsBuilder, valueAt, type Fields, type Value } from './values.ts'

const key = fc.constantFrom('a', 'b')
const value: fc.Arbitrary<Value> = fc.letrec<{ any: Value }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Value[]>({ integerValue: '1' }, { integerValue: '2' }),
    fc.dictionary(key, tie('any'), { noNullPrototype: true }).map((fields) => ({ mapValue: { fields } })),
  ),
})).any
const fields = fc.dictionary(key, value, { noNullPrototype: true })
const path = fc.array(key, { minLength: 1, maxLength: 4 })

/** The reference implementation of `FieldsBuilder.set`. It copies all fields at each step. */
function put(base: Fields, [head = '', ...rest]: readonly string[], changed: Value | undefined): Fields {
  const others = Object.entries(base).filter(([name]) => name !== head)
  const child = valueAt(base, [head])
  const inner = child && 'mapValue' in child ? child.mapValue.fields : undefined
  if (rest.length > 0 && changed === undefined && !inner) return base
  const now = rest.length === 0 ? changed : { mapValue: { fields: put(inner ?? {}, rest, changed) } }
  return Object.fromEntries(now === undefined ? others : [...others, [head, now]])
}

test('FieldsBuilder sets and removes fields without changing its input', () => {
  fc.assert(
    fc.property(
      fields,
      fc.array(fc.tuple(path, fc.option(value, { nil: undefined })), { maxLength: 6 }),
      (base, puts) => {
        const given = structuredClone({ base, puts })
        const draft = new FieldsBuilder(base)
        for (const [at, changed] of puts) draft.set(at, changed)
        expect(draft.fields).toEqual(puts.reduce((now, [at, changed]) => put(now, at, changed), base))
        expect({ base, puts }).toEqual(given)
      },
    ),
    { numRuns: 2000 },
  )
})
