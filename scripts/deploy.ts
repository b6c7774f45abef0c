import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { loadEnv } from 'vite'
import { hostingConfig } from './hosting.ts'
import { modelIds } from './modelIds.ts'

/*
 * `npm run deploy`: builds the app for the Firebase project of .env and deploys rules, indexes, functions and hosting.
 * Stops if a deployed package has a known vulnerability of high severity, or if the build contains secrets. Uses a copy
 * of firebase.json that is completed for this deployment. Passes further arguments, such as `-- --only hosting`, to
 * `firebase deploy`.
 */
const FILLED_IN = 'firebase.deploy.json'
const PROJECT_ID = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/

const { VITE_FIREBASE_PROJECT_ID: project = '' } = loadEnv('production', process.cwd())
if (!PROJECT_ID.test(project))
  stop('Copy .env.example to .env and set VITE_FIREBASE_PROJECT_ID and the other values of your project.')

// Audits the deployed packages. The audit queries the npm registry.
for (const folder of ['.', 'functions']) run('npm', ['audit', '--prefix', folder, '--omit=dev', '--audit-level=high'])
// The app is built with the model ids that the functions use, because the settings panel shows these ids.
Object.assign(process.env, modelIds('functions', project))
run('vite', ['build'])
run('node', ['scripts/whatShips.ts', 'dist'])
writeFileSync(FILLED_IN, hostingConfig(project, 'dist'))
try {
  run('firebase', ['deploy', '--project', project, '--config', FILLED_IN, ...process.argv.slice(2)])
} finally {
  rmSync(FILLED_IN)
}

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
