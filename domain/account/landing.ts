/** The default place after sign-in. */
const HOME = '/'

/** Only used to resolve relative addresses; never visited. */
const BASE = 'https://sitrep.invalid'

/**
 * The page to land on after sign-in: the one first asked for when it is a path of this app, otherwise the dashboard.
 * Anything a browser would read as another site is not a path of this app: `//x`, `/\x`, the same with encoded
 * slashes, and what becomes one of them once its dots are resolved (`/.//x`).
 */
export function landingPath(requestedPath: string | null): string {
  if (!requestedPath?.startsWith('/') || isExternalPath(requestedPath)) return HOME
  if (!URL.canParse(requestedPath, BASE)) return HOME
  const url = new URL(requestedPath, BASE)
  if (url.origin !== BASE || isExternalPath(url.pathname) || url.pathname === '/login') return HOME
  return `${url.pathname}${url.search}${url.hash}`
}

function isExternalPath(path: string): boolean {
  try {
    const decoded = decodeURIComponent(decodeURIComponent(path))
    return /^\/[/\\]/.test(decoded.replace(/[\t\n\r]/g, ''))
  } catch {
    return true
  }
}
