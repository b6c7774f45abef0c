import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'

/*
 * Checks that a build contains no secrets, and that the build and the deployed functions contain no package whose
 * license was not reviewed.
 *
 * Usage: node scripts/whatShips.ts [folder of the build]
 */
const [folder = 'dist'] = process.argv.slice(2)

/** Patterns that no served file may contain. */
const SECRETS: readonly (readonly [what: string, sign: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z ]+ )?PRIVATE KEY-----/],
  ['a service account', /"private_key_id"|\.iam\.gserviceaccount\.com/],
  [
    'a key of the Gemini API or another secret of the functions',
    /GEMINI_API_KEY|SPEECH_API_KEY|GOOGLE_APPLICATION_CREDENTIALS/,
  ],
  ['an OAuth secret', /GOCSPX-[\w-]{20,}/],
  ['an access token', /\bya29\.[\w-]{20,}|\bgh[pousr]_\w{30,}|\bnpm_\w{30,}|\bxox[abp]-[\w-]{10,}/],
  ['a token of the emulators', /Bearer owner/],
  ['code for the local backend', /local-google-user|Running in emulator mode/],
  ['a path of the machine that built it', /\/(?:home|root|Users)\/\w+\/|node_modules\/\.bin/],
  ['a source map', /sourceMappingURL=/],
]

/** Licenses that only require the app to include their text, which the app does. */
const ALLOWED_LICENSES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
])

/** Packages that state their license in an unusual form. These licenses were reviewed by hand. */
const REVIEWED_LICENSES: { readonly [name: string]: string } = { 'node_modules/limiter': 'MIT' }

const Lock = z.object({
  packages: z.record(z.string(), z.object({ license: z.optional(z.string()), dev: z.optional(z.boolean()) })),
})

const TEXT = /\.(?:html|js|css|json|svg|txt|md|webmanifest)$/

const violations = [
  ...secretsIn(folder),
  ...sourceMapsIn(folder),
  ...checkBuildLicenses(folder),
  ...checkFunctionsLicenses(),
]
for (const violation of violations) console.error(violation)
if (violations.length === 0) console.log(`${folder}: nothing secret, and no license that is not listed`)
process.exit(violations.length === 0 ? 0 : 1)

function filesOf(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name))
}

function secretsIn(root: string): readonly string[] {
  return filesOf(root)
    .filter((file) => TEXT.test(file) && path.basename(file) !== 'licenses.md')
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return SECRETS.filter(([, sign]) => sign.test(text)).map(([what]) => `${file} holds ${what}.`)
    })
}

function sourceMapsIn(root: string): readonly string[] {
  return filesOf(root)
    .filter((file) => file.endsWith('.map'))
    .map((file) => `${file} is a source map.`)
}

/**
 * Checks the licenses of the packages in the bundle. Vite writes one heading for each package: `## name - version
 * (license)`.
 */
function checkBuildLicenses(root: string): readonly string[] {
  const file = path.join(root, 'licenses.md')
  if (!existsSync(file)) return [`${file} is missing.`]
  const headings = [...readFileSync(file, 'utf8').matchAll(/^## (\S+) - \S+(?: \(([^)]+)\))?$/gm)]
  if (headings.length === 0) return [`${file} names no package; its form has changed.`]
  return headings.flatMap(([, name = '', license = 'none']) => checkLicense(name, license))
}

function checkFunctionsLicenses(): readonly string[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync('functions/package-lock.json', 'utf8')))
  return Object.entries(packages).flatMap(([name, { license = 'none', dev = false }]) =>
    name === '' || dev ? [] : checkLicense(name, REVIEWED_LICENSES[name] ?? license),
  )
}

function checkLicense(name: string, license: string): readonly string[] {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((one) => one.split(' AND ').every((part) => ALLOWED_LICENSES.has(part)))
    ? []
    : [`${name} comes under the license "${license}", which nobody has looked at.`]
}
