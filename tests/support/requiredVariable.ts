/** Returns an environment variable that tests/e2e/setup.ts sets. */
export function requiredVariable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is set by tests/e2e/setup.ts`)
  return value
}
