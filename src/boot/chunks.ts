import path from 'node:path'
import type { Rolldown } from 'vite'

type Chunk = { readonly name: string; readonly entries: readonly string[] }

/**
 * The chunks, in order of priority. A chunk contains the modules that its entry modules import statically, except the
 * modules of earlier chunks. Therefore no chunk imports a later chunk. Rolldown chooses the chunks of all other
 * modules.
 */
const CHUNKS: readonly Chunk[] = [
  { name: 'core', entries: ['src/boot/main.tsx'] },
  { name: 'auth', entries: ['src/boot/startSession.ts'] },
  // `soon` is loaded when the login screen has become usable or, if the first screen is the dashboard, immediately.
  { name: 'soon', entries: ['src/ui/toast.tsx', 'src/features/auth/LoginMusic.tsx'] },
  // `firstPage` lets a new device request its entries without waiting for the dashboard's code.
  { name: 'firstPage', entries: ['src/io/firebase/firstPage.ts'] },
  { name: 'desk', entries: ['src/app/SignedInLayout.tsx', 'src/pages/DashboardPage.tsx', 'src/app/reactions.ts'] },
]

/**
 * The name of the chunk with the modules that both entry modules of the page import. The two entry modules run
 * independently of each other.
 */
const SHARED = 'base'

export const ENTRY_POINTS = { index: 'index.html', auth: 'src/boot/startSession.ts' }

let chunks: ReadonlyMap<string, string> | undefined

/** Returns the chunk name of a module, or undefined if Rolldown chooses the chunk. */
export const chunkName: Rolldown.CodeSplittingNameFunction = (id, context) => (chunks ??= assignChunks(context)).get(id)

function assignChunks(context: Rolldown.ChunkingContext): ReadonlyMap<string, string> {
  const importsOf = (entry: string): ReadonlySet<string> => {
    const first = path.resolve(entry)
    if (!context.getModuleInfo(first))
      throw new Error(`${entry} is not in the build. src/boot/chunks.ts names a file that has moved.`)
    const found = new Set([first])
    for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
    return found
  }
  const assigned = new Map<string, string>()
  for (const { name, entries } of CHUNKS)
    for (const id of entries.flatMap((entry) => [...importsOf(entry)])) if (!assigned.has(id)) assigned.set(id, name)
  const [app, session] = ['src/boot/main.tsx', 'src/boot/startSession.ts'].map(importsOf)
  for (const id of app?.intersection(session ?? new Set()) ?? []) assigned.set(id, SHARED)
  return assigned
}
