import type { Page } from '@playwright/test'

/** Returns the content of all persistent browser storage of this site, as one text. */
export const deviceContents = (page: Page): Promise<string> => page.evaluate(readDeviceContents)

/** Runs in the page, so tests send this function to the page as source text. */
export async function readDeviceContents(): Promise<string> {
  const answer = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('unreadable')))
    })
  const databases = await Promise.all(
    (await indexedDB.databases()).map(async ({ name = '' }) => {
      const opening = indexedDB.open(name)
      // This event means that the database has just been deleted. Aborts `open`, which would create an empty database.
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
      const db = await answer(opening).catch(() => undefined)
      if (!db) return [name, []]
      const stores = [...db.objectStoreNames]
      const kept = await Promise.all(
        stores.map(async (store) => {
          const place = db.transaction(store).objectStore(store)
          return [store, await answer(place.getAllKeys()), await answer(place.getAll())]
        }),
      )
      db.close()
      return [name, kept]
    }),
  )
  const caches = await Promise.all(
    (await window.caches.keys()).map(async (name) =>
      (await (await window.caches.open(name)).keys()).map(({ url }) => url),
    ),
  )
  return JSON.stringify({ databases, caches, local: Object.entries(localStorage), cookies: document.cookie })
}
