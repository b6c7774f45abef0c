import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import * as z from 'zod'

/**
 * A page with the prerendered markup of its first screen, and the modules that this screen needs besides the entry
 * module.
 */
type Page = {
  readonly file: string
  /** The address of the page, or null for the page that serves all other addresses. */
  readonly address: string | null
  readonly title: string
  /** Modules that are preloaded together with the entry module, before everything else. */
  readonly modules: readonly string[]
  /**
   * Modules that are preloaded only after the session's code. Earlier, they would compete with that code for bandwidth.
   */
  readonly next: readonly string[]
}

const MAIN = 'src/boot/main.tsx'
/** The entry module that starts the session. It runs as soon as its code is loaded, independently of `MAIN`. */
const SESSION = 'src/boot/startSession.ts'

const PAGES: readonly Page[] = [
  {
    file: 'index.html',
    address: '/',
    title: 'SITREP',
    modules: [SESSION],
    next: ['src/app/SignedInLayout.tsx', 'src/pages/DashboardPage.tsx', 'src/app/reactions.ts'],
  },
  {
    file: 'login.html',
    address: '/login',
    title: 'Sign in · SITREP',
    modules: [],
    next: [],
  },
  { file: 'app.html', address: null, title: 'SITREP', modules: [], next: [] },
]

type Renderer = typeof import('./prerender.tsx')
const isRenderer = (module: unknown): module is Renderer =>
  z.object({ prerenderedMarkup: z.function(), loadingShell: z.function() }).safeParse(module).success

const ENTRY = /<script type="module" crossorigin src="[^"]+"><\/script>/g
const ENTRY_STYLES = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/

/** The icon is small, so it is inlined into the page. */
const ICON = '/icon.svg'

/** The web fonts that every screen uses. Fonts for other scripts are loaded when a text needs them. */
const WEB_FONTS = /^assets\/(?:atkinson-hyperlegible-next-latin-wght|martian-mono-latin-wdth)-.+\.woff2$/

/**
 * Preloads the code and runs it after the first paint. On the first visit, the session's code is loaded before the
 * deferred code. On a later visit, the code comes from the cache and would delay the paint, so it is requested after
 * the paint. Only the web fonts are then preloaded before the paint, because without them the page would be laid out
 * twice. A hidden page has no paint, so its code runs immediately. The script is the same in every version, so that its
 * digest stays the same.
 */
const START_SCRIPT = `<script>if(!document.documentElement.hasAttribute('data-unsupported')){${[
  "const setRel=(from,to)=>{for(const link of document.querySelectorAll('[data-rel='+from+']'))link.rel=to}",
  "const preloadFirst=()=>setRel('first','modulepreload')",
  "const preloadDeferred=()=>setRel('deferred','modulepreload')",
  "const isLaterVisit=document.documentElement.hasAttribute('data-web-fonts')",
  "const start=()=>{preloadFirst();isLaterVisit&&preloadDeferred();for(const{href}of document.querySelectorAll('#session,#entry'))import(href)}",
  "isLaterVisit?setRel('typeface','preload'):preloadFirst()",
  "isLaterVisit||document.getElementById('session')?.addEventListener('load',preloadDeferred)",
  'document.hidden?start():requestAnimationFrame(()=>setTimeout(start))',
].join(';')}}</script>`

/**
 * Prerenders each first screen into a page of its own. The page paints when its HTML arrives, and hydrates when the
 * code has loaded.
 */
export function prerenderPlugin(): Plugin {
  let root = ''
  return {
    name: 'prerendered',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
    },
    async generateBundle(_options, bundle) {
      const entry = bundle['index.html']
      if (entry?.type !== 'asset') return
      // The temporary folder is in `node_modules`, so that imports resolve. Each build has its own folder, so that
      // parallel builds do not collide.
      const folder = mkdtempSync(path.join(root, 'node_modules', '.prerender-'))
      const { prerenderedMarkup, loadingShell } = await renderer(root, folder)
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const icon = encodeURIComponent(readFileSync(path.join(root, 'public', ICON), 'utf8').trim())
      const page = String(entry.source).replace(ENTRY, '').replace(ICON, `data:image/svg+xml,${icon}`)
      if (!page.includes(icon)) throw new Error(`index.html has no link to ${ICON}.`)
      if (page.split('rel="stylesheet"').length !== 2)
        throw new Error(
          'The entry has more than one style sheet. Add its modules to the chunk "core" in src/boot/chunks.ts.',
        )
      for (const { file, address, title, modules, next } of PAGES) {
        const markup = address === null ? await loadingShell() : await prerenderedMarkup(address)
        const source = page
          .replace(/<title>.*?<\/title>/, `<title>${title}</title>`)
          .replace(ENTRY_STYLES, '')
          .replace('</head>', () => `${headOf(bundle, chunks, modules, next, page)}</head>`)
          .replace('<div id="root"></div>', () => `<div id="root" data-shell="${address ?? ''}">${markup}</div>`)
        if (file === 'index.html') entry.source = source
        else this.emitFile({ type: 'asset', fileName: file, source })
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Builds the app for Node and returns its prerender module. */
async function renderer(root: string, outDir: string): Promise<Renderer> {
  await build({
    root,
    logLevel: 'warn',
    build: { ssr: 'src/boot/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false },
  })
  // The URL has no query, because the other files of the build import this file without a query.
  const module: unknown = await import(pathToFileURL(path.join(outDir, 'prerender.js')).href)
  if (!isRenderer(module)) throw new Error('src/boot/prerender.tsx has rendered nothing.')
  return module
}

/**
 * Returns the tags for the head. The preloads of the code come first, because the code takes the longest to load. The
 * styles of the page's modules follow. They are inlined, because a style sheet in a file would cost another round trip
 * before the first paint. Disabled links to the style sheets prevent the code from loading them again.
 */
function headOf(
  bundle: Rolldown.OutputBundle,
  chunks: readonly Rolldown.OutputChunk[],
  modules: readonly string[],
  next: readonly string[],
  page: string,
): string {
  const first = [MAIN, ...modules].map((module) => chunkOf(module, chunks))
  const later = next.map((module) => chunkOf(module, chunks))
  const entryStyles = ENTRY_STYLES.exec(page)?.[1] ?? ''
  const styles = new Set([
    entryStyles,
    ...[...first, ...later].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  ])
  const filesOf = (some: readonly Rolldown.OutputChunk[]) =>
    new Set(some.flatMap(({ fileName, imports }) => [fileName, ...imports]))
  const files = filesOf(first)
  const ids = new Map([
    [chunkOf(MAIN, chunks).fileName, ' id="entry"'],
    [chunkOf(SESSION, chunks).fileName, ' id="session"'],
  ])
  const text = (file: string): string => {
    const sheet = bundle[file]
    if (sheet?.type !== 'asset') throw new Error(`The build has no style sheet ${file}.`)
    return String(sheet.source).trim()
  }
  const link = (rel: string, file: string): string =>
    `<link${ids.get(file) ?? ''} data-rel="${rel}" crossorigin href="/${file}">`
  return [
    ...Object.keys(bundle)
      .filter((file) => WEB_FONTS.test(file))
      .map((file) => `<link data-rel="typeface" as="font" type="font/woff2" crossorigin href="/${file}">`),
    ...Array.from(files, (file) => link('first', file)),
    ...Array.from(filesOf(later).difference(files), (file) => link('deferred', file)),
    START_SCRIPT,
    `<style>${[...styles].map(text).join('')}</style>`,
    ...Array.from(styles, (file) => `<link rel="stylesheet" href="/${file}" disabled>`),
  ].join('')
}

function chunkOf(module: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
  if (!found)
    throw new Error(`${module} is in no chunk. src/boot/prerenderPlugin.ts names the modules of the first screens.`)
  return found
}
