import { describe, expect, test } from 'vitest'
import type { MarkedNode } from './Markdown.tsx'
import { firstMark, markWords } from './marks.ts'

const shown = (node: MarkedNode): string => node.value ?? (node.tagName === 'mark' ? `[${all(node)}]` : all(node))
const all = (node: MarkedNode): string => (node.children ?? []).map(shown).join('')

function marked(text: string, words: readonly string[]): string {
  const tree: MarkedNode = {
    type: 'root',
    children: [{ type: 'element', tagName: 'p', children: [{ type: 'text', value: text }] }],
  }
  markWords(words)(tree)
  return all(tree)
}

describe('what is marked', () => {
  test.each([
    ['The Water main', ['wat'], 'The [Wat]er main'],
    ['underwater', ['wat'], 'underwater'],
    ['Café cafe', ['cafe'], '[Café] [cafe]'],
    ['Cafe\u0301 x', ['cafe'], '[Cafe\u0301] x'],
    ['the water main', ['water main'], 'the [water main]'],
    ['the water main', ['water main', 'mai'], 'the [water main]'],
    ['昨日は京都へ', ['京', '都'], '昨日は[京][都]へ'],
    ['😀 water', ['water'], '😀 [water]'],
    ['ﬁne water', ['fine'], '[ﬁne] water'],
    ['nothing here', ['water'], 'nothing here'],
    ['', ['water'], ''],
  ])('%j with %j', (text, words, expected) => expect(marked(text, words)).toBe(expected))
})

test('the first place of any of the words', () => {
  expect(firstMark('the water main', ['main', 'water'])).toBe(4)
  expect(firstMark('the water main', ['canal'])).toBe(0)
  expect(firstMark('the water main', [])).toBe(0)
})
