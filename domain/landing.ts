/** The default place after sign-in. */
const HOME = '/'

/** Only used to resolve relative addresses; never visited. */
const BASE = 'https://sitrep.invalid'

/**
 * The page to land on after sign-in: the one first asked for when it is a path of this app, otherwise the dashboard.
 * Anything a browser would read as another site (`//x`, `/\x`, encoded slashes in front) is not a path of this app.
 */
export function landingPath(wanted: string | null): string {
  if (!wanted?.startsWith('/')) return HOME
  const decoded = decoded2(wanted)
  if (decoded === undefined || /^\/[/\\]/.test(decoded.replace(/[\t\n\r]/g, ''))) return HOME
  if (!URL.canParse(wanted, BASE)) return HOME
  const url = new URL(wanted, BASE)
  if (url.origin !== BASE || url.pathname === '/login') return HOME
  return `${url.pathname}${url.search}${url.hash}`
}

function decoded2(text: string): string | undefined {
  try {
    return decodeURIComponent(decodeURIComponent(text))
  } catch {
    return undefined
  }
}
