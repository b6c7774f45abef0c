import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const local = {
  VITE_LOCAL_FIRESTORE: '127.0.0.1:1',
  VITE_LOCAL_AUTH: '127.0.0.1:1',
  VITE_LOCAL_FUNCTIONS: '127.0.0.1:1',
}

/**
 * The timeouts are long, because property tests run hundreds of cases and hooks start browsers, on machines that may be
 * busy.
 */
const TIMEOUTS = { testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    // By default, Vitest leaves one core free, so it runs only one worker on a machine with two cores.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          ...TIMEOUTS,
          environment: 'node',
          include: [
            'domain/**/*.test.ts',
            'local/**/*.test.ts',
            'functions/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'src/stores/**/*.test.ts',
            'src/io/**/*.test.ts',
            'src/ui/**/*.test.ts',
          ],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'app',
          ...TIMEOUTS,
          environment: 'jsdom',
          include: ['src/**/*.test.tsx', 'tests/app/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/dom.ts'],
          env: local,
        },
      },
      {
        test: {
          name: 'rules',
          ...TIMEOUTS,
          environment: 'node',
          include: ['tests/rules/**/*.test.ts'],
        },
      },
      {
        // functions/ has its own packages. With `dedupe`, a test and the code that it tests use the same Timestamp
        // class.
        resolve: { dedupe: ['firebase-admin'] },
        test: {
          name: 'functions',
          ...TIMEOUTS,
          environment: 'node',
          include: ['tests/functions/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'contract',
          ...TIMEOUTS,
          environment: 'node',
          include: ['tests/contract/**/*.test.ts'],
        },
      },
    ],
  },
})
