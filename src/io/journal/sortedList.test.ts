import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstIndex, SortedList } from './sortedList.ts'

const compare = (a: number, b: number) => b - a
// A step changes few items or many, because the list applies few changes in another way than many.
const few = fc.uniqueArray(fc.nat(900), { maxLength: 5 })
const many = fc.nat(900).map((start) => Array.from({ length: 450 }, (_, index) => (start + index * 7) % 901))

test('a list is sorted after any sequence of changes', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ changed: fc.oneof(few, many), isRead: fc.boolean() })), (steps) => {
      const list = new SortedList(compare)
      const known = new Set<number>()
      for (const { changed, isRead } of steps) {
        for (const item of changed) {
          if (known.delete(item)) list.remove(item)
          else {
            known.add(item)
            list.add(item)
          }
        }
        if (isRead) expect(list.items).toEqual([...known].toSorted(compare))
      }
      expect(list.items).toEqual([...known].toSorted(compare))
    }),
  )
})

test('`firstIndex` finds the first item that passes a test', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(20), (numbers, limit) => {
      const sorted = numbers.toSorted((a, b) => a - b)
      expect(firstIndex(sorted, (one) => one >= limit)).toBe(sorted.filter((one) => one < limit).length)
    }),
  )
})
