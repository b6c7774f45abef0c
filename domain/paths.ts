/** What only its person, and the functions, have to do with; the functions search everybody's. */
export const PRIVATE_COLLECTION = 'private'

/** Where things are in Firestore, as path segments. */
export const userPath = (uid: string) => ['users', uid] as const

export const logsPath = (uid: string) => [...userPath(uid), 'logs'] as const

export const logPath = (uid: string, logId: string) => [...logsPath(uid), logId] as const

/** What a person has chosen, for all their devices. */
export const settingsPath = (uid: string) => [...userPath(uid), PRIVATE_COLLECTION, 'settings'] as const

/** Where a person's device can be reached while the app is closed; nobody but the functions reads it. */
export const notificationsPath = (uid: string) => [...userPath(uid), PRIVATE_COLLECTION, 'notifications'] as const

/** When a person was last reminded; written and read by the functions alone. */
export const reminderPath = (uid: string) => ['reminders', uid] as const

/** Read once to see that the database answers; every signed-in user may, nobody writes it. */
export const HEALTH_PATH = ['health_check', 'status'] as const

/** How much of the functions a person has used; written and read by the functions alone. */
export const quotaPath = (uid: string) => ['quotas', uid] as const

/** Everybody's favourites, each with its owner's name on it. */
export const FAVORITES_PATH = ['favorites'] as const

export const favoritePath = (id: string) => [...FAVORITES_PATH, id] as const
