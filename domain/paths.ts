/** A collection that only the owner and the functions can access. The functions query it across all users. */
export const PRIVATE_COLLECTION = 'private'

/** Firestore paths, as segments. */
export const userPath = (uid: string) => ['users', uid] as const

export const logsPath = (uid: string) => [...userPath(uid), 'logs'] as const

export const logPath = (uid: string, logId: string) => [...logsPath(uid), logId] as const

/** The ids of permanently deleted entries. Other devices then drop their copies. */
export const removalsPath = (uid: string) => [...userPath(uid), 'removals'] as const

/** Settings that a user has on all devices. */
export const settingsPath = (uid: string) => [...userPath(uid), PRIVATE_COLLECTION, 'settings'] as const

/** Push tokens of a user's devices. Only the functions read them. */
export const notificationsPath = (uid: string) => [...userPath(uid), PRIVATE_COLLECTION, 'notifications'] as const

/** Time of a user's last reminder. Only the functions access it. */
export const reminderPath = (uid: string) => ['reminders', uid] as const

/** Read once to check the connection. Every signed-in user may read it; no client may write it. */
export const HEALTH_PATH = ['health_check', 'status'] as const

/** Usage of the functions by a user. Only the functions access it. */
export const quotaPath = (uid: string) => ['quotas', uid] as const

/** Favorites of all users, each with its owner's id. */
export const FAVORITES_PATH = ['favorites'] as const

export const favoritePath = (id: string) => [...FAVORITES_PATH, id] as const
