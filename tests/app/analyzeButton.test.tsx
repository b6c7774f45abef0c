import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AnalyzeButton } from '#src/features/analysis/AnalyzeButton.tsx'
import { useAnalysis } from '#src/stores/analysis.ts'
import { UserSession } from '#src/stores/session.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { inSession } from '#tests/support/session.tsx'

let session: UserSession
const analyzing = (id: string | null) => act(() => useAnalysis.of(session).setState({ analyzing: id }))
const key = () => screen.getByRole('button', { name: /^Analyz/ })
const around = () => screen.getByRole('article')

beforeEach(() => {
  session = new UserSession('alice')
  render(
    inSession(
      <article data-log-id="one" tabIndex={-1}>
        <AnalyzeButton entry={logEntry()} name="Analyze" place="list" />
        <input aria-label="Elsewhere" />
      </article>,
      session,
    ),
  )
})

test('during an analysis, the focused Analyze button is disabled and the row of the entry has the focus', () => {
  act(() => key().focus())
  analyzing('one')
  expect(key()).toBeDisabled()
  expect(key()).toHaveTextContent('Analyzing...')
  expect(around()).toHaveFocus()
  analyzing(null)
  expect(key()).toBeEnabled()
  expect(key()).toHaveFocus()
})

test('leaves the focus on an element that the user focuses during an analysis', () => {
  act(() => key().focus())
  analyzing('one')
  act(() => screen.getByRole('textbox').focus())
  analyzing(null)
  expect(screen.getByRole('textbox')).toHaveFocus()
})

test('does not move the focus if the user had focused another element before the analysis', () => {
  act(() => screen.getByRole('textbox').focus())
  analyzing('one')
  expect(screen.getByRole('textbox')).toHaveFocus()
  analyzing(null)
  expect(screen.getByRole('textbox')).toHaveFocus()
})

test('keeps Analyze enabled while another entry is analyzed', () => {
  analyzing('two')
  expect(key()).toBeEnabled()
})
