/** Titles of pages, and texts of the test pages. */
export const PAGE_TEXT = {
  editEntry: 'Edit entry',
  logEntry: 'Log entry',
  backToDashboard: 'Back to Dashboard',
  newEntry: 'New entry',
  settings: 'Settings',
  testScreen: 'Test screen',
  testDashboard: 'Test dashboard',
  loading: 'Loading...',
  signedOut: 'You are not signed in.',
  newEntryLink: 'New Entry',
  served: (product: string) => `${product} is served, routed and styled.`,
} as const
