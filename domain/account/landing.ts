/** The default page after sign-in. */
const HOME = '/'

/** A base for resolving relative URLs. It is never requested. */
const BASE = 'https://sitrep.invalid'

/**
 * Returns the page to open after sign-in: the requested path if it belongs to this app, otherwise the dashboard.
 * Rejects every path that a browser would resolve to another site: `//x`, `/\x`, the same paths with encoded slashes,
 * and paths with dot segments that resolve to them, such as `/.//x`.
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
