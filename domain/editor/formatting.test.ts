import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as verbs from './formatting.ts'
import type { FormatCommand } from './formatting.ts'
import { formatSelection, parseSelection } from '#tests/support/textSelections.ts'
import type { TextSelection } from './textSelection.ts'

const pressed = (verb: FormatCommand, before: string): string => formatSelection(verb(parseSelection(before)))

describe('inline formatting commands', () => {
  test.each([
    ['selected words are marked', verbs.bold, 'a ⟨b c⟩ d', 'a **⟨b c⟩** d'],
    ['marks around the selection go', verbs.bold, 'a **⟨b c⟩** d', 'a ⟨b c⟩ d'],
    ['marks within the selection go', verbs.bold, 'a ⟨**b c**⟩ d', 'a ⟨b c⟩ d'],
    ['white space at the ends stays outside', verbs.bold, 'a⟨ b ⟩c', 'a⟨ **b** ⟩c'],
    ['nothing but white space is left alone', verbs.bold, 'a⟨  ⟩c', 'a⟨  ⟩c'],
    ['italic inside bold adds a third asterisk', verbs.italic, '**⟨b⟩**', '***⟨b⟩***'],
    ['italic goes and bold stays', verbs.italic, '***⟨b⟩***', '**⟨b⟩**'],
    ['bold goes and italic stays', verbs.bold, '***⟨b⟩***', '*⟨b⟩*'],
    ['italic words are made bold besides', verbs.bold, '*⟨b⟩*', '***⟨b⟩***'],
    ['strikethrough', verbs.strikethrough, '⟨gone⟩', '~~⟨gone⟩~~'],
    ['underline', verbs.underline, 'a ⟨b⟩', 'a <u>⟨b⟩</u>'],
    ['underline goes', verbs.underline, 'a <u>⟨b⟩</u>', 'a ⟨b⟩'],
    ['code', verbs.inlineCode, 'run ⟨ls⟩', 'run `⟨ls⟩`'],
    ['code that holds a backtick stands between two', verbs.inlineCode, '⟨a`b⟩', '``⟨a`b⟩``'],
    ['code that ends in a backtick keeps its distance', verbs.inlineCode, '⟨a`⟩', '`` ⟨a`⟩ ``'],
    ['lines are marked one by one', verbs.bold, '⟨a\nb⟩', '**⟨a**\n**b⟩**'],
    ['a list keeps its marks in front', verbs.bold, '⟨- a\n- b⟩', '⟨- **a**\n- **b⟩**'],
    ['a numbered task keeps its box in front', verbs.bold, '⟨1. [ ] a⟩', '⟨1. [ ] **a⟩**'],
    ['a heading keeps its number signs in front', verbs.bold, '⟨## a⟩', '⟨## **a⟩**'],
    ['blank lines stay blank', verbs.bold, '⟨a\n\nb⟩', '**⟨a**\n\n**b⟩**'],
    ['lines of which some are marked become all marked', verbs.bold, '⟨**a**\nb⟩', '⟨**a**\n**b⟩**'],
    ['the word of the caret is marked', verbs.bold, 'a wo¦rd b', 'a **wo¦rd** b'],
    ['the mark of the caret’s word goes', verbs.bold, 'a **wo¦rd** b', 'a wo¦rd b'],
    ['without a word there is room for one', verbs.bold, 'a ¦', 'a **¦**'],
    ['room that was not used goes', verbs.bold, 'a **¦**', 'a ¦'],
    ['letters of every script are words', verbs.bold, 'při¦pojeno', '**při¦pojeno**'],
  ])('applies an inline command: %s', (_, verb, before, after) => {
    expect(pressed(verb, before)).toBe(after)
  })
})

describe('block formatting commands', () => {
  test.each([
    ['heading', verbs.heading(2), 'a¦b', '## a¦b'],
    ['the same heading goes', verbs.heading(2), '## a¦b', 'a¦b'],
    ['another heading takes its place', verbs.heading(1), '### a¦b', '# a¦b'],
    ['a heading on an empty line', verbs.heading(1), 'a\n¦', 'a\n# ¦'],
    ['every selected line', verbs.bulletList, '⟨a\nb⟩', '- ⟨a\n- b⟩'],
    ['a line touched at its very start is not meant', verbs.bulletList, '⟨a\n⟩b', '- ⟨a\n⟩b'],
    ['a list goes', verbs.bulletList, '- ⟨a\n- b⟩', '⟨a\nb⟩'],
    ['numbers count up', verbs.numberedList, '⟨a\n\nb⟩', '1. ⟨a\n\n2. b⟩'],
    ['numbers go', verbs.numberedList, '⟨1. a\n2. b⟩', '⟨a\nb⟩'],
    ['a bullet list becomes a task list', verbs.taskList, '- a¦', '- [ ] a¦'],
    ['a numbered task becomes a bullet and keeps its box', verbs.bulletList, '1. [ ] a¦', '- [ ] a¦'],
    ['a task becomes numbered and keeps its box', verbs.numberedList, '- [x] ⟨a\nb⟩', '1. [x] ⟨a\n2. b⟩'],
    ['a numbered task becomes a task', verbs.taskList, '2) [x] a¦', '- [x] a¦'],
    ['a numbered task loses its box', verbs.numberedList, '1. [ ] a¦', '1. a¦'],
    ['a divider is no list', verbs.bulletList, '* * *¦', '- * * *¦'],
    ['a ticked task becomes a bullet', verbs.bulletList, '- [x] a¦', '- a¦'],
    ['the indent of an item stays', verbs.taskList, '  - a¦', '  - [ ] a¦'],
    ['a code block', verbs.codeBlock, '⟨a\nb⟩', '```\n⟨a\nb⟩\n```'],
    ['a code block goes', verbs.codeBlock, '```\n⟨a\nb⟩\n```', '⟨a\nb⟩'],
    ['a code block with its language goes', verbs.codeBlock, '```sh\na¦\n```', 'a¦'],
    ['a code block whose fences are selected goes', verbs.codeBlock, '⟨```\na\n```⟩', '⟨a⟩'],
    ['a block that holds a fence gets longer ones', verbs.codeBlock, '⟨```\na⟩', '````\n⟨```\na⟩\n````'],
    ['a divider keeps its distance', verbs.divider, 'a¦', 'a\n\n---\n\n¦'],
    ['a divider between lines', verbs.divider, 'a¦\nb', 'a\n\n---\n¦\nb'],
    ['a divider at the start', verbs.divider, '¦', '---\n\n¦'],
    ['a divider below words and an empty line', verbs.divider, 'a\n¦', 'a\n\n---\n\n¦'],
    ['a divider goes', verbs.divider, 'a\n---¦\nb', 'a¦\nb'],
  ])('applies a block command: %s', (_, verb, before, after) => {
    expect(pressed(verb, before)).toBe(after)
  })
})

describe('links', () => {
  test.each([
    ['words: the address is typed next', 'see ⟨here⟩', 'see [here](⟨https://⟩)'],
    ['an address: its words are typed next', '⟨https://a.org⟩', '[¦](https://a.org)'],
    ['nothing: the words come first', 'see ¦', 'see [¦](https://)'],
    ['a link becomes its words', 'see [he¦re](https://a.org) now', 'see ⟨here⟩ now'],
  ])('toggles a link: %s', (_, before, after) => {
    expect(pressed(verbs.link, before)).toBe(after)
  })

  test.each([
    ['over words it makes a link', 'see ⟨here⟩', 'https://a.org/b?c=d', 'see [here](https://a.org/b?c=d)¦'],
    ['white space around the address goes', '⟨here⟩', ' https://a.org\n', '[here](https://a.org)¦'],
    ['parentheses do not end the address', '⟨here⟩', 'https://a.org/x_(y)', '[here](<https://a.org/x_(y)>)¦'],
    ['mail', '⟨write⟩', 'mailto:a@b.org', '[write](mailto:a@b.org)¦'],
    ['not at a caret', 'see ¦', 'https://a.org', undefined],
    ['not text', '⟨here⟩', 'there', undefined],
    ['not a script', '⟨here⟩', 'javascript:alert(1)', undefined],
    ['not over another address', '⟨https://b.org⟩', 'https://a.org', undefined],
    ['not over several lines', '⟨a\nb⟩', 'https://a.org', undefined],
  ])('handles a pasted URL: %s', (_, before, pasted, after) => {
    const linked = verbs.pasteLink(parseSelection(before), pasted)
    expect(linked && formatSelection(linked)).toBe(after)
  })
})

/** Browsers cannot place the end of a selection inside a surrogate pair. */
const betweenLetters = (text: string, place: number): number =>
  /[\uDC00-\uDFFF]/.test(text[place] ?? '') ? place - 1 : place

describe('every formatting command on any text and selection', () => {
  const { pasteLink: _pasteLink, heading, ...plain } = verbs
  const all = { ...plain, h1: heading(1), h2: heading(2), h3: heading(3), h4: heading(4) }
  const line = fc.stringMatching(/^[a-zé😀#*`~>\-[\]()1. ]{0,12}$/u)
  const texts = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'))
  const passages = fc.tuple(texts, fc.nat(), fc.nat()).map(([text, a, b]): TextSelection => {
    const places = [a, b].map((place) => betweenLetters(text, place % (text.length + 1)))
    const [from = 0, to = 0] = places.toSorted((x, y) => x - y)
    return { text, from, to }
  })

  test.each(Object.entries(all))('%s keeps the selection within the text', (_, verb) => {
    fc.assert(
      fc.property(passages, (before) => {
        const { text, from, to } = verb(before)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeGreaterThanOrEqual(from)
        expect(to).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  test.each(Object.entries(all))('%s keeps all letters in their order', (_, verb) => {
    const letters = (text: string) => text.replace(/https:|<\/?u>/g, '').replace(/[^\p{L}😀]/gu, '')
    fc.assert(
      fc.property(passages, (before) => {
        expect(letters(verb(before).text)).toBe(letters(before.text))
      }),
    )
  })

  const words = fc.array(fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6})?$/), { minLength: 1, maxLength: 4 })
  test.each(Object.entries(all).filter(([name]) => name !== 'divider' && name !== 'link'))(
    '%s restores selected plain lines when applied twice',
    (_, verb) => {
      fc.assert(
        fc.property(words, (lines) => {
          const text = lines.join('\n')
          expect(verb(verb({ text, from: 0, to: text.length })).text).toBe(text)
        }),
      )
    },
  )
})
