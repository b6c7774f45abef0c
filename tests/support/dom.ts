import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// An unexpected console error fails the test it happens in.
const errors: unknown[][] = []
beforeEach(() => {
  errors.length = 0
  vi.spyOn(console, 'error').mockImplementation((...message) => void errors.push(message))
})
afterEach(() => {
  cleanup()
  expect(errors).toEqual([])
})

// jsdom has no modal dialogs and no layout; both are covered by the end-to-end tests.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
}
