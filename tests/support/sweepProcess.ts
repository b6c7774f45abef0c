/*
 * One run of each scheduled function in a process of its own, whose memory a test limits. Its argument is the project;
 * prints what each did, how long the reminders took, and the most that was resident, as JSON.
 */
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const functions = pathToFileURL(path.resolve(import.meta.dirname, '../../functions/src/index.ts')).href
// functions/ has packages of its own: the database and what is stored there must be of the same.
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
