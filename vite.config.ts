import { defineConfig, type Plugin } from 'vite'
import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'

export default defineConfig({
  plugins: [react(), tailwindcss(), withoutRe2(), needsBackend()],
  build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 2048 },
})

/**
 * firebase/firestore carries a regular expression engine (40 kB) for client-side pipelines, which this app does not
 * use. Its import is answered with the browser's own. Look again when firebase is updated.
 */
function withoutRe2(): Plugin {
  const id = '\0re2'
  return {
    name: 'without-re2',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 're2js' && importer?.includes('@firebase') ? id : undefined),
    load: (loaded) =>
      loaded === id
        ? 'export const RE2JS = { compile: (source) => ({ matcher: (text) => ({ find: () => new RegExp(source).test(text), matches: () => new RegExp(`^(?:${source})$`).test(text) }) }) }'
        : undefined,
  }
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
