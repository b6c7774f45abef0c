import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import Markdown from '#src/ui/Markdown.tsx'

test.each([
  ['quotations', '>'.repeat(5000)],
  ['lists', '- '.repeat(5000)],
])('shows the Markdown source of text that is nested too deeply for the parser: %s', (_, nesting) => {
  const text = `a line\n\n${nesting}b`
  expect(render(<Markdown text={text} />).container.textContent).toBe(text)
})
