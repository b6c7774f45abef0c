import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import Markdown from '#src/ui/Markdown.tsx'
import { TAG_LINKS } from '#src/ui/tagLinks.tsx'

test.each([
  ['quotations', '>'.repeat(5000)],
  ['lists', '- '.repeat(5000)],
])('shows the Markdown source of text that is nested too deeply for the parser: %s', (_, nesting) => {
  const text = `a line\n\n${nesting}b`
  expect(render(<Markdown text={text} />).container.textContent).toBe(text)
})

test.each([
  ['Filled the #tank, then #water-pump.', ['#tank', '#water-pump']],
  ['- in a list: **#bold**', ['#bold']],
  ['\\#escaped', []],
  ['#one**two**', []],
  ['a*b*#c', []],
  ['`#code` and [#link](https://example.org)', []],
])('links the tags of %j', (text, tags) => {
  render(<Markdown text={text} tagLinks={TAG_LINKS} />, { wrapper: MemoryRouter })
  const links = screen.queryAllByRole('link').filter((link) => link.classList.contains('tag-link'))
  expect(links.map((link) => link.textContent)).toEqual(tags)
})

test('keeps the link elements when a text renders again', () => {
  const { rerender } = render(<Markdown text="#one" tagLinks={TAG_LINKS} />, { wrapper: MemoryRouter })
  const link = screen.getByRole('link')
  rerender(<Markdown text="#one and more" tagLinks={TAG_LINKS} />)
  expect(screen.getByRole('link')).toBe(link)
})

test('shows the number of rows of a table in an excerpt', () => {
  render(<Markdown text={'| a |\n|-|\n| 1 |\n| 2 |'} excerpt />)
  expect(screen.getByText('Table, 2 rows')).toBeInTheDocument()
})
