// Entry point of `npm start` and `npm test`. Runs on Node 20 or later, even if no packages are installed. Installs
// missing packages with the pinned version of Node, then runs the given TypeScript file with the pinned version.
//
// Usage: node scripts/bootstrap.mjs [Node's own flags] <file.ts> [arguments]
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')
const pinnedNode = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

for (const folder of ['.', 'functions']) installIfNeeded(path.join(root, folder))
run(process.argv.slice(2))

/**
 * Installs the packages of a folder from its lockfile, unless they are installed from the same version of the lockfile.
 */
function installIfNeeded(folder) {
  const lockfile = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex')
  const stamp = path.join(folder, 'node_modules', '.installed-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile) return
  console.log(`Installing packages in ${path.relative(root, folder) || 'the project'} …`)
  npm(nodeForInstall(), ['ci', '--no-audit', '--no-fund'], folder)
  writeFileSync(stamp, lockfile)
}

/**
 * Returns the path of the pinned Node, and downloads it if needed. npm must run under the pinned Node, because an older
 * Node silently skips optional packages that require a newer Node.
 */
function nodeForInstall() {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const folder = path.join(root, '.local', 'node')
  const fetched = path.join(folder, 'node_modules', 'node', 'bin', path.basename(pinnedNode))
  const isPinned = (file) =>
    existsSync(file) &&
    spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${devDependencies.node}`
  if (isPinned(fetched)) return fetched
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  npm(
    process.execPath,
    ['install', '--no-save', '--no-audit', '--no-fund', '--no-package-lock', `node@${devDependencies.node}`],
    folder,
  )
  return fetched
}

function npm(node, args, cwd) {
  const cli = process.env.npm_execpath
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` }
  const { status } = cli
    ? spawnSync(node, [cli, ...args], { cwd, env, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd, env, stdio: 'inherit', shell: true })
  if (status === 0) return
  console.error(`"npm ${args.join(' ')}" failed in ${cwd}. Check the network and run the command again.`)
  process.exit(1)
}

/** Runs a TypeScript file under the pinned Node, which comes first on the PATH of all child processes. */
function run(args) {
  const bin = path.join(root, 'node_modules', '.bin')
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    // Node caches files after it has removed their types. Starts are faster, and each process needs 30 MiB less memory.
    NODE_COMPILE_CACHE: path.join(root, '.local', 'compile-cache'),
  }
  // With this hook, the child process ends even if this process is killed.
  const hook = new URL('../local/exitWithParent.mjs', import.meta.url).href
  const child = spawn(pinnedNode, ['--import', hook, ...args], { cwd: root, env, stdio: 'inherit' })
  // Ctrl-C reaches the child process directly, and this process waits until the child process ends.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
