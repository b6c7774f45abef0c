/*
 * Runs each scheduled function once. A test starts this file as a process with limited memory, and passes the project
 * id as argument. Prints the results, the duration of `sendReminders` and the peak memory as JSON.
 */
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const functions = pathToFileURL(path.resolve(import.meta.dirname, '../../functions/src/index.ts')).href
// Resolves firebase-admin from functions/, which has its own packages. The database client of this file and the values
// that the functions create must be from the same copy of firebase-admin.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier.startsWith('firebase-admin/') ? { ...context, parentURL: functions } : context),
})

const { initializeApp } = await import('firebase-admin/app')
const { getFirestore } = await import('firebase-admin/firestore')
const { handle: remind } = await import('../../functions/src/sendReminders.ts')
const { handle: drop } = await import('../../functions/src/dropSuggestions.ts')
const { handle: purge } = await import('../../functions/src/purgeDeleted.ts')

initializeApp({ projectId: process.argv[2] ?? '' })
const db = getFirestore()
const onError = (error: unknown): void => console.error(error)
const deps = { db, now: Date.now, random: Math.random, onError }
const began = performance.now()
const reminders = await remind({ ...deps, push: () => Promise.resolve('sent') })
const reminderSeconds = Math.round((performance.now() - began) / 1000)
const suggestions = await drop(deps)
const deleted = await purge(deps)
await db.terminate()
const residentMiB = Math.round(process.resourceUsage().maxRSS / 1024)
process.stdout.write(JSON.stringify({ reminders, reminderSeconds, suggestions, deleted, residentMiB }))
