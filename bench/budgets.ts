/**
 * What the app may weigh, in bytes after brotli at its highest level. Timings depend on the machine and are only
 * printed; these do not, so a build over them fails.
 */
export const BUDGETS = {
  loginScripts: 110_000,
  loginBeforeUsable: 80_000,
  /** Until a new device shows its first entries. */
  dashboardScripts: 195_000,
  /** What follows them: the database with its cache. */
  databaseScripts: 100_000,
  markdown: 43_000,
  loginStyles: 8_000,
  dashboardStyles: 10_000,
  page: 6_000,
  fontsLatin: 75_000,
} as const
