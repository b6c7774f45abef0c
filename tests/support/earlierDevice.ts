import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import * as z from 'zod'
import { sessionOf, type Account } from './accounts.ts'
import { seed, seedFrequency } from './stored.ts'
import { appUrl } from './test.ts'

/*
 * `samples/earlierDevice.json` is what version 1.5.0 has stored in Chromium. The user then was offline, and had added,
 * edited and deleted an entry, saved a search, moved the dial, changed a setting, recorded a voice message, and begun to
 * write an entry. `entries` are the entries of the server at this time.
 */

const Entry = z.object({
  id: z.string(),
  content: z.string(),
  time: z.number(),
  tags: z.array(z.string()).default([]),
  deleted: z.boolean().default(false),
  fields: z.record(z.string(), z.unknown()).default({}),
})

const KeyPath = z.union([z.string(), z.array(z.string())])

const Store = z.object({
  keyPath: z.nullable(KeyPath),
  autoIncrement: z.boolean(),
  indexes: z.array(z.object({ name: z.string(), keyPath: KeyPath, unique: z.boolean(), multiEntry: z.boolean() })),
  /** Each record, after its key if the store has no key path. A blob is an object with the property `$blob`. */
  records: z.array(z.array(z.unknown())),
})

const Device = z.object({
  entries: z.array(Entry),
  localStorage: z.record(z.string(), z.string()),
  databases: z.record(z.string(), z.object({ version: z.number(), stores: z.record(z.string(), Store) })),
})
export type Device = z.infer<typeof Device>

/** The database of the Firestore SDK. */
export const EARLIER_CACHE = 'firestore/[DEFAULT]/demo-sitrep/main'

/** The frequency on the server when the device was recorded. */
const SERVER_FREQUENCY = 100.1

/**
 * Stores in the browser what the earlier version has stored, and writes the entries to the server. The user of the
 * device is then this account, who is signed in.
 * @param change changes what is stored
 */
export async function restoreEarlierDevice(
  page: Page,
  account: Account,
  change: (device: Device) => void = () => {},
): Promise<void> {
  const { idToken, refreshToken } = await sessionOf(account)
  const text = readFileSync('tests/support/samples/earlierDevice.json', 'utf8')
    .replaceAll('<uid>', account.uid)
    .replaceAll('<email>', account.email)
    .replaceAll('<accessToken>', idToken)
    .replaceAll('<refreshToken>', refreshToken)
  const device = Device.parse(JSON.parse(text))
  change(device)
  await seed(account.uid, device.entries)
  await seedFrequency(account.uid, SERVER_FREQUENCY)
  await openEmptyPage(page)
  await page.evaluate(store, device)
}

/** Opens a page of the app's origin that does not run the app. */
async function openEmptyPage(page: Page): Promise<void> {
  // The service worker answers requests for addresses without an extension.
  const address = `${appUrl()}/empty.html`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(address)
}

/** Runs in the page. */
async function store({ localStorage: items, databases }: Device): Promise<void> {
  const blobOf = (base64: string, type: string): Blob =>
    new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type })
  const revive = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if ('$blob' in value) return blobOf(String(value.$blob), 'type' in value ? String(value.type) : '')
    return value
  }
  const write = ({ version, stores }: Device['databases'][string], name: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open(name, version)
      opening.addEventListener('upgradeneeded', () => {
        for (const [storeName, { keyPath, autoIncrement, indexes, records }] of Object.entries(stores)) {
          const created = opening.result.createObjectStore(storeName, { keyPath, autoIncrement })
          for (const index of indexes) created.createIndex(index.name, index.keyPath, index)
          for (const record of records)
            if (keyPath === null) created.put(revive(record[1]), IDBKeyRange.only(record[0]).lower)
            else created.put(record[0])
        }
      })
      opening.addEventListener('error', () => reject(opening.error ?? new Error(`${name} was not stored.`)))
      opening.addEventListener('success', () => {
        opening.result.close()
        resolve()
      })
    })
  localStorage.clear()
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  for (const [name, database] of Object.entries(databases)) await write(database, name)
}
