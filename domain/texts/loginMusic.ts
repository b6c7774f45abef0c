/** Texts of the mute button on the login screen. */
export const LOGIN_MUSIC_TEXT = { on: 'Login music on', off: 'Login music off' } as const
