import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { merge } from './merge.ts'
import { CONTENT_PARTS, contentOf, EMPTY_CONTENT, isSameContent, type EntryContent } from './content.ts'
import { rebase } from '#domain/editor/editorState.ts'
import { hashtagsIn, ownTagsOf, tagsOf } from './tags.ts'

const BASE: EntryContent = { ...EMPTY_CONTENT, content: 'text', goals: ['g'], tags: ['t'] }
const stored = (edit: Partial<EntryContent>, deleted = false) => ({ ...BASE, ...edit, deleted })

describe('merge of an edit', () => {
  test.each<[string, Partial<EntryContent>, Partial<EntryContent>, ReturnType<typeof merge>]>([
    ['only I changed the text', { content: 'mine' }, {}, { kind: 'write', changes: { content: 'mine' } }],
    ['neither side changed anything', {}, {}, { kind: 'same' }],
    ['both changed the text to the same value', { content: 'mine' }, { content: 'mine' }, { kind: 'same' }],
    ['both changed the text to different values', { content: 'mine' }, { content: 'theirs' }, { kind: 'conflict' }],
    [
      'I changed the text and they changed the tags',
      { content: 'mine' },
      { tags: ['t', 'u'] },
      { kind: 'write', changes: { content: 'mine' } },
    ],
    ['both changed the tags to different values', { tags: ['a'] }, { tags: ['b'] }, { kind: 'conflict' }],
    [
      'both set the same goals in a different order',
      { goals: ['a', 'b'] },
      { goals: ['b', 'a'] },
      { kind: 'conflict' },
    ],
    ['both set the same tags in a different order', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, { kind: 'same' }],
    [
      'only I changed several parts',
      { level: 'ALERT', goals: [] },
      {},
      { kind: 'write', changes: { level: 'ALERT', goals: [] } },
    ],
    [
      'I changed EYES ONLY and they changed the text',
      { eyesOnly: true },
      { content: 'theirs' },
      { kind: 'write', changes: { eyesOnly: true } },
    ],
    ['only they changed the text', {}, { content: 'theirs' }, { kind: 'same' }],
  ])('merges an edit of this device (I) with a change of another device (they): %s', (_, mine, theirs, outcome) => {
    expect(merge(BASE, { ...BASE, ...mine }, stored(theirs))).toEqual(outcome)
  })

  test('returns `gone` for a deleted or missing entry', () => {
    expect(merge(BASE, BASE, undefined)).toEqual({ kind: 'gone' })
    expect(merge(BASE, BASE, stored({}, true))).toEqual({ kind: 'gone' })
  })
})

test('takes a part that only one device has changed from that device', () => {
  const part = fc.constantFrom('base', 'mine', 'theirs')
  const edits = fc
    .record({
      content: part,
      level: part,
      goals: part.map((one) => [one]),
      tags: part.map((one) => [one]),
      eyesOnly: fc.boolean(),
    })
    .map((edit): EntryContent => ({ ...EMPTY_CONTENT, ...edit }))
  const base = { ...EMPTY_CONTENT, content: 'base', level: 'base', goals: ['base'], tags: ['base'] }
  fc.assert(
    fc.property(edits, edits, (mine, theirs) => {
      const merged = merge(base, mine, { ...theirs, deleted: false })
      if (merged.kind !== 'write' && merged.kind !== 'same') return
      const after = { ...theirs, ...(merged.kind === 'write' ? merged.changes : {}) }
      for (const key of CONTENT_PARTS) {
        const isMine = String(mine[key]) !== String(base[key])
        expect(after[key]).toEqual(isMine ? mine[key] : theirs[key])
      }
    }),
  )
})

describe('rebase of an edit', () => {
  const words = fc
    .array(fc.constantFrom('#canal', '#boat', 'plain', 'other'), { maxLength: 3 })
    .map((some) => some.join(' '))
  /** Contents as the app stores them: the tags include the tags typed in the text, in any order. */
  const edits: fc.Arbitrary<EntryContent> = fc
    .record({
      content: words,
      level: fc.constantFrom('FIELD', 'ALERT'),
      goals: fc.subarray(['a', 'b']),
      given: fc.subarray(['old', 'new', 'canal']),
      eyesOnly: fc.boolean(),
    })
    .chain(({ given, ...edit }) =>
      fc
        .shuffledSubarray([...tagsOf(edit.content, given)], { minLength: tagsOf(edit.content, given).length })
        .map((tags) => ({ ...EMPTY_CONTENT, ...edit, tags })),
    )

  test('results in no change to save if the user has changed nothing', () => {
    fc.assert(
      fc.property(edits, edits, (base, theirs) => {
        const rebased = rebase(base, base, theirs)
        expect(isSameContent(rebased.mine, rebased.base)).toBe(true)
        expect(merge(rebased.base, rebased.mine, { ...theirs, deleted: false })).toEqual({ kind: 'same' })
      }),
      { numRuns: 2000 },
    )
  })

  test('keeps the text and the user’s changes, and takes all other parts from the stored entry', () => {
    fc.assert(
      fc.property(edits, edits, edits, (base, written, theirs) => {
        const { mine } = rebase(base, written, theirs)
        expect(mine.content).toBe(written.content)
        expect(mine.level).toBe(written.level === base.level ? theirs.level : written.level)
        expect(mine.eyesOnly).toBe(written.eyesOnly === base.eyesOnly ? theirs.eyesOnly : written.eyesOnly)
        const typed = hashtagsIn(written.content)
        const given = ownTagsOf(written).filter((one) => !base.tags.includes(one))
        for (const tag of [...typed, ...given]) expect(mine.tags).toContain(tag)
      }),
      { numRuns: 2000 },
    )
  })

  test('creates no conflict that did not exist before the rebase', () => {
    fc.assert(
      fc.property(edits, edits, edits, (base, written, theirs) => {
        const now = {
          ...theirs,
          content: base.content,
          tags: [...tagsOf(base.content, ownTagsOf(theirs))],
          deleted: false,
        }
        const rebased = rebase(base, written, contentOf(now))
        if (merge(base, written, now).kind !== 'conflict')
          expect(merge(rebased.base, rebased.mine, now).kind).not.toBe('conflict')
      }),
      { numRuns: 2000 },
    )
  })

  test('creates no conflict when a tag is added to an entry that was stored without the tags typed in its text', () => {
    const base = { ...BASE, content: '#canal', tags: [] }
    const theirs = { ...base, level: 'ALERT', deleted: false }
    const rebased = rebase(base, { ...base, tags: ['canal'] }, theirs)
    const tags = ['new', ...rebased.mine.tags]
    expect(merge(rebased.base, { ...rebased.mine, tags }, theirs)).toEqual({ kind: 'write', changes: { tags } })
  })
})
