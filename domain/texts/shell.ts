/** Texts of the top bar and of the screens around the pages. */
export const SHELL_TEXT = {
  clock: 'OPS TIME',
  clockShort: 'OPS',
  connection: 'Connection',
  soundOn: 'Sound on',
  soundOff: 'Sound off',
  session: 'Session',
  settings: 'Settings',
  logout: 'Logout',
  home: (product: string, version: string) => `${product} ${version}, dashboard`,
} as const
