import { fileURLToPath } from 'node:url'
import { build, defineConfig, type Plugin, type PreviewServer, type ViteDevServer } from 'vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { rejectNonLoopbackRequests } from './local/loopback.ts'
import { chunkName, ENTRIES } from './src/boot/chunks.ts'
import { prerenderPlugin } from './src/boot/prerenderPlugin.ts'

/** The oldest versions that the app runs in, as `index.html` tells those who have an older one. */
const BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.5', 'ios17.5'] as const

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    withoutPipelines(),
    needsBackend(),
    thisMachineAlone(),
    referencesInWorkers(),
    messagingWorker(),
    installable(),
    prerenderPlugin(),
  ],
  server: {
    fs: {
      // Vite's own list, made wider: every hidden file, and what the local backend keeps.
      deny: ['.*', '*.{crt,pem,key,p12,pfx,cer,der}', '**/.git/**', '**/.local/**'],
    },
  },
  build: {
    // docs/browsers.md: nesting and light-dark() stay as they are written.
    target: [...BROWSERS],
    // Every browser that this is for knows modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 2048,
    // Whose code is in the bundle, and under which licences.
    license: { fileName: 'licenses.md' },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ENTRIES,
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: chunkName, debugName: 'byEntry' }],
            },
          },
        },
  },
}))

/**
 * firebase/firestore carries what runs pipelines offline, and a regular expression engine for it: 44 kB that this app
 * does not use. All of it is reached through one function, which is cut. A build that does not find it is refused.
 */
function withoutPipelines(): Plugin {
  const evaluator = /^function __PRIVATE_toEvaluable\([^]*?^\}/m
  return {
    name: 'without-pipelines',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /@firebase\/firestore\/dist\/common-/ },
      handler(code) {
        if (!evaluator.test(code))
          throw new Error('firebase/firestore has changed. Look for what pulls its pipelines into the build now.')
        return code.replace(
          evaluator,
          `function __PRIVATE_toEvaluable() { throw new Error('This build has no pipelines.') }`,
        )
      },
    },
  }
}

/** The development server answers pages and tools of this machine and nobody else, its own socket included. */
function thisMachineAlone(): Plugin {
  const guard = ({ httpServer }: ViteDevServer | PreviewServer) => {
    if (httpServer) rejectNonLoopbackRequests(httpServer)
  }
  return { name: 'this-machine-alone', configureServer: guard, configurePreviewServer: guard }
}

/** A build that would know no backend at all is refused with what to do about it. */
function needsBackend(): Plugin {
  return {
    name: 'needs-backend',
    apply: 'build',
    configResolved({ env }) {
      if (!env['VITE_FIREBASE_PROJECT_ID'] && !env['VITE_LOCAL_FIRESTORE'])
        throw new Error(
          'No backend is configured. Copy .env.example to .env and fill in the values of your Firebase project, or run "npm start".',
        )
    },
  }
}

/**
 * What makes the app installable and opens it without a network: the manifest, and a worker that answers for the files
 * of this build and for nothing else. Sound, streams and the database pass it by. A new version waits until somebody
 * wants it.
 */
function installable() {
  return VitePWA({
    registerType: 'prompt',
    injectRegister: false,
    manifest: {
      id: '/',
      name: 'SITREP',
      short_name: 'SITREP',
      description: 'A personal operations log: write it down before the net goes quiet.',
      lang: 'en',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#0c0f0d',
      theme_color: '#151915',
      categories: ['productivity', 'lifestyle'],
      icons: [
        { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      shortcuts: [{ name: 'New entry', url: '/logs/new', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] }],
    },
    workbox: {
      // Of the typefaces what the app's own texts need; the others come with the first such letter.
      globPatterns: ['*.html', 'artwork.png', 'icons/icon-192.png', 'assets/*.{js,css,svg}', 'assets/*-latin-w*.woff2'],
      dontCacheBustURLsMatching: /^assets\//,
      navigateFallback: '/app.html',
      navigateFallbackDenylist: [/^\/(?:assets|sounds|icons|__)\//, /\.[a-z]+$/],
      cleanupOutdatedCaches: true,
      clientsClaim: true,
      inlineWorkboxRuntime: true,
      sourcemap: false,
    },
  })
}

/**
 * Character references are decoded by the page's document in browsers, which a worker does not have: there a table of
 * all names does it. Pages and workers have the same files in development, and so the same table.
 */
function referencesInWorkers(): Plugin {
  const name = 'decode-named-character-reference'
  const table = fileURLToPath(import.meta.resolve(name))
  return {
    name: 'references-in-workers',
    config: (_config, { command }) =>
      command === 'serve'
        ? { resolve: { alias: { [name]: table } } }
        : {
            worker: { plugins: () => [{ name, enforce: 'pre', resolveId: (id) => (id === name ? table : undefined) }] },
          },
  }
}

/** The worker of push messages is a file by itself at the root, in one piece: not every browser takes modules there. */
function messagingWorker(): Plugin {
  const name = 'firebase-messaging-sw.js'
  let mode = 'production'
  let isServer = false
  const code = async () => {
    const built = await build({
      configFile: false,
      mode,
      logLevel: 'warn',
      publicDir: false,
      build: {
        write: false,
        target: [...BROWSERS],
        rolldownOptions: { input: 'src/io/firebase/messagingWorker.ts', output: { format: 'iife' } },
      },
    })
    const bundle = [built].flat().find((result) => 'output' in result)
    if (!bundle) throw new Error('The worker of push messages was not built.')
    return bundle.output[0].code
  }
  return {
    name: 'messaging-worker',
    configResolved(config) {
      mode = config.mode
      isServer = Boolean(config.build.ssr)
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${name}`, (_request, response, next) => {
        code().then((source) => response.setHeader('Content-Type', 'text/javascript').end(source), next)
      })
    },
    async generateBundle() {
      if (isServer) return
      this.emitFile({ type: 'asset', fileName: name, source: await code() })
    },
  }
}
