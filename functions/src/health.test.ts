import { expect, test } from 'vitest'
import { handle } from './health.ts'

test.each([
  ['GET', 200],
  ['HEAD', 200],
  ['POST', 405],
  ['DELETE', 405],
])('the health function answers the HTTP method %s with the status %i', (method, status) =>
  expect(handle({ method }).status).toBe(status),
)
