import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Duration, equal, LatLng, Path, RuleSet, Timestamp, type RuleValue } from './values.ts'

/**
 * Generates values from a small range, so that many values are equal. The range includes equal ints and floats, NaN and
 * both zeros.
 */
const plain: fc.Arbitrary<RuleValue> = fc.oneof(
  fc.constantFrom<RuleValue[]>(null, true, false, '', 'a', '1', 'int 1', NaN, 0, -0, 1, 1.5, 2 ** 53),
  fc.constantFrom(0n, 1n, 2n ** 53n, 2n ** 53n + 1n),
  fc.constantFrom<RuleValue[]>(
    new Timestamp(1n),
    new Timestamp(1n),
    new Duration(1n),
    new Path(['a']),
    new Path(['a']),
  ),
  fc.constantFrom<RuleValue[]>(new LatLng(1, 2), new LatLng(1, 2), new LatLng(0, 2), new LatLng(-0, 2)),
  fc.constantFrom<RuleValue[]>(new Uint8Array([1]), new Uint8Array([1]), new Uint8Array()),
)
const value: fc.Arbitrary<RuleValue> = fc.letrec<{ any: RuleValue }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    plain,
    fc.array(tie('any'), { maxLength: 2 }),
    fc.array(fc.tuple(fc.constantFrom('a', 'b'), tie('any')), { maxLength: 2 }).map((entries) => new Map(entries)),
    fc.array(tie('any'), { maxLength: 2 }).map((items) => new RuleSet(items)),
  ),
})).any

test('a set contains each value once, where `==` decides whether two values are equal', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), value, (some, wanted) => {
      const items = [...some, ...some]
      const unlike = items.reduce<RuleValue[]>(
        (kept, item) => (kept.some((other) => equal(other, item)) ? kept : [...kept, item]),
        [],
      )
      const set = new RuleSet(items)
      expect(set.items).toEqual(unlike)
      expect(set.has(wanted)).toBe(unlike.some((other) => equal(other, wanted)))
    }),
    { numRuns: 5000 },
  )
})
