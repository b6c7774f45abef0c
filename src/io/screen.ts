/** As long as the needle travels (src/themes/fade.css). */
const FADE_MS = 200

let fading: ReturnType<typeof setTimeout> | undefined

/** Puts the page into a theme: at once the first time, fading from the one before afterwards. */
export function showTheme(theme: string): void {
  const root = document.documentElement
  if (root.dataset['theme'] === theme) return
  const isFirst = root.dataset['theme'] === undefined
  root.toggleAttribute('data-fading', !isFirst)
  root.dataset['theme'] = theme
  clearTimeout(fading)
  if (isFirst) return settle()
  fading = setTimeout(settle, FADE_MS)
}

/** What the phone draws around the page follows the top bar. */
function settle(): void {
  const root = document.documentElement
  root.removeAttribute('data-fading')
  const surface = getComputedStyle(root).getPropertyValue('--surface')
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', surface)
}
