import { fileURLToPath } from 'node:url'
import { build, defineConfig, type Plugin, type PreviewServer, type ViteDevServer } from 'vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { rejectNonLoopbackRequests } from './local/loopback.ts'
import { chunkName, ENTRY_POINTS } from './src/boot/chunks.ts'
import { prerenderPlugin } from './src/boot/prerenderPlugin.ts'

/** The oldest supported browsers. `index.html` shows these versions to users of older browsers. */
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
      // The files that the development server does not serve: Vite's own list, all hidden files and the data of the
      // local backend.
      deny: ['.*', '*.{crt,pem,key,p12,pfx,cer,der}', '**/.git/**', '**/.local/**'],
    },
  },
  build: {
    // For these targets, Vite does not convert CSS nesting and light-dark() (docs/browsers.md).
    target: [...BROWSERS],
    // All supported browsers implement modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 2048,
    // Lists the packages in the bundle and their licenses.
    license: { fileName: 'licenses.md' },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ENTRY_POINTS,
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
 * Removes the offline pipeline engine of firebase/firestore and the engine's regular expression library, which are 44
 * kB that the app does not use. All of this code is called through one function. The plugin replaces the body of this
 * function, and makes the build fail if the function is missing.
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

/** Limits the development server, including its WebSocket, to requests from this machine. */
function thisMachineAlone(): Plugin {
  const guard = ({ httpServer }: ViteDevServer | PreviewServer) => {
    if (httpServer) rejectNonLoopbackRequests(httpServer)
  }
  return { name: 'this-machine-alone', configureServer: guard, configurePreviewServer: guard }
}

/** Makes a build fail if no backend is configured. The error message explains what to configure. */
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
 * Makes the app installable and available offline with a manifest and a service worker. The service worker answers only
 * requests for files of this build; requests for sounds, streams and the database bypass the service worker. A new
 * version of the app waits until the user activates it.
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
      // Of the fonts, only those that the app's own texts need are cached. Other fonts are loaded when a text needs
      // them.
      globPatterns: ['*.html', 'artwork.png', 'icons/icon-192.png', 'assets/*.{js,css,svg}', 'assets/*-latin-w*.woff2'],
      // Only a device on which an earlier version of the app was used needs the full SDK, and not offline.
      globIgnores: ['assets/earlierWrites-*.js'],
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
 * Makes workers decode HTML character references with a table of all names. Pages decode them with the document, which
 * a worker does not have. In development, pages and workers share files, so pages use the table too.
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

/**
 * Builds the service worker for push messages as one file at the root of the site, because not every browser supports
 * modules in service workers.
 */
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
