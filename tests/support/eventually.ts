import { vi } from 'vitest'

/** Waits until a check passes. The timeout is long, because the tests run on machines that may be busy. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 10_000 })
