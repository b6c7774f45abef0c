import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { spawnSync } from 'node:child_process'
import * as z from 'zod'
import { buildFunctions } from '#local/backend.ts'
import { BenchmarkName, recordResult } from './results.ts'

/*
 * Builds the app (for a real Firebase project) and the functions, and measures the bytes that each first screen loads.
 * A screen loads the entry chunk, the code chunks that the app imports at its start, and the static imports of all
 * these chunks.
 */
const Chunk = z.object({
  file: z.string(),
  name: z.optional(z.string()),
  src: z.optional(z.string()),
  isEntry: z.optional(z.boolean()),
  imports: z.optional(z.array(z.string())),
  css: z.optional(z.array(z.string())),
})
const Manifest = z.record(z.string(), Chunk)

const OUT = 'dist-bench'
const project = { VITE_FIREBASE_PROJECT_ID: 'budget', VITE_LOCAL_FIRESTORE: '' }
const built = spawnSync(
  process.execPath,
  ['node_modules/vite/bin/vite.js', 'build', '--manifest', '--outDir', OUT, '--logLevel', 'warn'],
  {
    stdio: 'inherit',
    env: { ...process.env, ...project },
  },
)
if (built.status !== 0) process.exit(1)
await buildFunctions('.')

const manifest = Manifest.parse(JSON.parse(readFileSync(path.join(OUT, '.vite/manifest.json'), 'utf8')))
const entry = chunkKey('core')
const auth = chunkKey('auth')
const desk = chunkKey('desk')
const firstPage = chunkKey('firstPage')
const journal = 'src/io/journal/journalOf.ts'
const login = pageOf('login.html')
const dashboard = pageOf('index.html')

const results = {
  loginScripts: totalSize([entry, auth]),
  loginBeforeUsable: totalSize([entry]),
  dashboardScripts: totalSize([entry, auth, desk, firstPage]),
  databaseScripts: totalSize([entry, auth, desk, firstPage, journal]) - totalSize([entry, auth, desk, firstPage]),
  markdown: totalSize(['src/ui/Markdown.tsx']) - sharedSize('src/ui/Markdown.tsx'),
  loginStyles: login.styles,
  dashboardStyles: dashboard.styles,
  loginPage: login.rest,
  dashboardPage: dashboard.rest,
  fontsLatin: fontBytes(),
  // The requests for the page and its code. The dashboard also makes two data requests: the user and the newest
  // entries.
  loginRequests: 1 + filesOf([entry]).size,
  dashboardRequests: 1 + filesOf([entry, auth, desk, firstPage]).size + 2,
  functionsBundle: brotli(readFileSync('functions/lib/index.js')),
} as const
for (const [name, value] of Object.entries(results)) recordResult(BenchmarkName.parse(name), value)

/** Returns the script files that a screen with these modules loads, without duplicates. */
function filesOf(modules: readonly string[]): Set<string> {
  return new Set(chunksOf(modules).map((chunk) => chunk.file))
}

function chunksOf(modules: readonly string[]): z.infer<typeof Chunk>[] {
  const seen = new Set<string>()
  const chunks: z.infer<typeof Chunk>[] = []
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (seen.has(name) || !chunk) return
    seen.add(name)
    chunks.push(chunk)
    chunk.imports?.forEach(visit)
  }
  for (const name of modules) {
    if (!manifest[name]) throw new Error(`${name} is no chunk of its own; the build has changed`)
    visit(name)
  }
  return chunks
}

/** Returns the manifest key of a chunk that is named in vite.config.ts. */
function chunkKey(name: string): string {
  const found = Object.entries(manifest).find(([, chunk]) => chunk.name === name)
  if (!found) throw new Error(`there is no chunk ${name}; the build has changed`)
  return found[0]
}

function totalSize(modules: readonly string[]): number {
  return sum([...filesOf(modules)])
}

/** Returns the size of the files that both the module and the entry chunk load. */
function sharedSize(module: string): number {
  const first = filesOf([entry])
  return sum([...filesOf([module])].filter((file) => first.has(file)))
}

function fontBytes(): number {
  const fonts = readdirSync(path.join(OUT, 'assets')).filter((file) => /-latin-w.*-normal-.*\.woff2$/.test(file))
  return fonts.reduce((total, file) => total + readFileSync(path.join(OUT, 'assets', file)).length, 0)
}

function sum(files: readonly string[]): number {
  return files.reduce((total, file) => total + brotli(read(file)), 0)
}

/** Returns two compressed sizes of a prerendered page: the inline styles, and the rest of the page. */
function pageOf(file: string): { readonly styles: number; readonly rest: number } {
  const page = read(file).toString()
  const styles = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
  return { styles: brotli(Buffer.from(styles)), rest: brotli(Buffer.from(page.replace(styles, ''))) }
}

function read(file: string): Buffer {
  const full = path.join(OUT, file)
  if (!existsSync(full)) throw new Error(`${full} is missing`)
  return readFileSync(full)
}

function brotli(content: Buffer): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}
