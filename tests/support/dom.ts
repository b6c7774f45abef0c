import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// An unexpected console error fails its test.
const errors: unknown[][] = []
beforeEach(() => {
  errors.length = 0
  vi.spyOn(console, 'error').mockImplementation((...message) => void errors.push(message))
})
afterEach(() => {
  cleanup()
  expect(errors).toEqual([])
})

// jsdom has neither modal dialogs nor layout. End-to-end tests cover both.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
}
