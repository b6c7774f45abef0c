import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Editor } from '#src/features/editor/Editor.tsx'
import { useEditing } from '#src/features/editor/useEditing.ts'
import { SearchRow } from '#src/features/logs/SearchRow.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { composeText, EVENT_ORDERS, type EventOrder } from '#tests/support/composition.ts'
import { draft } from '#tests/support/draft.ts'
import { inSession } from '#tests/support/session.tsx'

const submit = vi.fn<() => void>()

function Writing() {
  const [first] = useState(() => draft({ content: '' }))
  const editor = useEditing(first)
  return (
    <Editor
      editor={editor}
      label="Message"
      submitName="Submit Entry"
      error={undefined}
      onError={() => {}}
      onSubmit={submit}
      Voice={() => null}
    />
  )
}

const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const tagField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Tags' })
const goalField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Goals' })
const tags = () => screen.getByRole('list', { name: 'Tags of this entry' }).textContent
const composeIn = (
  field: HTMLInputElement | HTMLTextAreaElement,
  order: EventOrder,
  endedBy = 'Enter',
  texts = JAPANESE,
) => act(() => composeText(field, texts, endedBy, order))

function type(value: string): void {
  fireEvent(area(), new InputEvent('beforeinput', { inputType: 'insertText', bubbles: true }))
  fireEvent.input(area(), { target: { value }, inputType: 'insertText' })
}

const JAPANESE = ['に', 'にほ', '日本']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  submit.mockReset()
})

describe.each(EVENT_ORDERS)('composition with an input method (IME), with the event order of %s', (order) => {
  test('Enter first ends the composition of a tag, and only a second Enter adds the tag', () => {
    render(inSession(<Writing />))
    composeIn(tagField(), order)
    expect(tags()).toBe('')
    expect(tagField().value).toBe('日本')
    fireEvent.keyDown(tagField(), { key: 'Enter' })
    expect(tags()).toContain('日本')
    expect(tagField().value).toBe('')
  })

  test('a space that selects a candidate of the input method does not end the tag', () => {
    render(inSession(<Writing />))
    composeIn(tagField(), order, ' ', ['ni', 'ni ', 'ni hao', '你好'])
    expect(tags()).toBe('')
    expect(tagField().value).toBe('你好')
  })

  test('adds a tag when the composed text ends with a comma', () => {
    render(inSession(<Writing />))
    composeIn(tagField(), order, 'Unidentified', ['wa', 'water', 'water,'])
    expect(tags()).toContain('water')
    expect(tagField().value).toBe('')
  })

  test('Enter first ends the composition of a goal, and only a second Enter adds the goal', () => {
    render(inSession(<Writing />))
    composeIn(goalField(), order)
    expect(screen.queryByRole('list', { name: 'Goals of this entry' })).toBeNull()
    fireEvent.keyDown(goalField(), { key: 'Enter' })
    expect(screen.getByRole('list', { name: 'Goals of this entry' })).toHaveTextContent('日本')
  })

  test('undoes a composition in one step, however long the user took to compose the text', () => {
    render(inSession(<Writing />))
    area().addEventListener('beforeinput', () => void vi.advanceTimersByTime(2000))
    composeIn(area(), order)
    type('日本!')
    expect(area().value).toBe('日本!')
    fireEvent.keyDown(area(), { key: 'z', ctrlKey: true })
    expect(area().value).toBe('日本')
    fireEvent.keyDown(area(), { key: 'z', ctrlKey: true })
    expect(area().value).toBe('')
    fireEvent.keyDown(area(), { key: 'y', ctrlKey: true })
    expect(area().value).toBe('日本')
  })

  test('adds no undo step for a canceled composition', () => {
    render(inSession(<Writing />))
    type('a')
    act(() => void vi.advanceTimersByTime(2000))
    composeIn(area(), order, 'Escape', ['に', 'にほ', ''])
    fireEvent.keyDown(area(), { key: 'z', ctrlKey: true })
    expect(area().value).toBe('')
  })

  test('does not submit on Ctrl+Enter during a composition', () => {
    render(inSession(<Writing />))
    const composing = { isComposing: order !== 'WebKit', keyCode: 229 }
    fireEvent.keyDown(area(), { key: 'Enter', ctrlKey: true, ...composing })
    expect(submit).not.toHaveBeenCalled()
    fireEvent.keyDown(area(), { key: 'Enter', ctrlKey: true })
    expect(submit).toHaveBeenCalledOnce()
  })

  test('Escape cancels a composition without closing the dialog', () => {
    const cancel = vi.fn<() => void>()
    render(
      <Dialog labelledBy="title" onCancel={cancel} className="">
        <h2 id="title">Dialog</h2>
        <input aria-label="Name" />
      </Dialog>,
    )
    composeIn(screen.getByLabelText('Name'), order, 'Escape')
    expect(cancel).not.toHaveBeenCalled()
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })
    expect(cancel).toHaveBeenCalledOnce()
  })

  test('Escape cancels a composition without clearing the search', () => {
    render(
      inSession(
        <BrowserRouter>
          <SearchRow />
        </BrowserRouter>,
      ),
    )
    composeIn(screen.getByRole('searchbox'), order, 'Escape')
    expect(screen.getByRole('searchbox')).toHaveValue('日本')
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' })
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })
})

test("adds a tag that the user selects from the browser's suggestions, although the keydown event contains no key", () => {
  render(inSession(<Writing />))
  fireEvent(tagField(), new Event('keydown', { bubbles: true, cancelable: true }))
  fireEvent.input(tagField(), { target: { value: 'water' }, inputType: 'insertReplacementText' })
  expect(tags()).toContain('water')
})
