import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// The timeout is long, because the tests run on machines that may be busy.
configure({ asyncUtilTimeout: 10_000 })

// Every console error fails the test that causes it.
const errors: unknown[][] = []
beforeEach(() => {
  errors.length = 0
  vi.spyOn(console, 'error').mockImplementation((...message) => void errors.push(message))
})
afterEach(() => {
  cleanup()
  expect(errors).toEqual([])
})

// jsdom has no modal dialogs, so these methods replace them. End-to-end tests use real modal dialogs.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
}

// jsdom has no layout, so the size of an element never changes.
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom has no media queries. Tests render the layout of a screen of medium width.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  }) satisfies MediaQueryList
