import { FONTS_READY, isSharedDevice, writeItem } from './storage.ts'

/** As long as the needle travels (src/styles/fade.css). */
const FADE_MS = 200

let fading: ReturnType<typeof setTimeout> | undefined

/** Puts the page into a theme, fading from the one before; the first one is there before the page is (index.html). */
export function showTheme(theme: string): void {
  const root = document.documentElement
  if (root.dataset['theme'] === theme) return
  root.toggleAttribute('data-fading', true)
  root.dataset['theme'] = theme
  clearTimeout(fading)
  fading = setTimeout(endFade, FADE_MS)
}

/**
 * Puts the page at the size and the calm that were chosen; the system's wish for less motion holds in any case, and is
 * followed until the function that it gives is called.
 */
export function applyComfort(largerText: boolean, reducedMotion: boolean): () => void {
  const root = document.documentElement
  const system = matchMedia('(prefers-reduced-motion: reduce)')
  const updateCalm = () => root.toggleAttribute('data-calm', reducedMotion || system.matches)
  root.toggleAttribute('data-large', largerText)
  updateCalm()
  system.addEventListener('change', updateCalm)
  return () => system.removeEventListener('change', updateCalm)
}

function endFade(): void {
  document.documentElement.removeAttribute('data-fading')
  updateThemeColor()
}

/** Typefaces and grounds are in files: a first visit does without until its code is there, a later one has them at once. */
export function enableWebFonts(): void {
  document.documentElement.toggleAttribute('data-dressed', true)
  if (!isSharedDevice()) writeItem(FONTS_READY, 'true')
}

/** What the phone draws around the page follows the top bar. */
export function updateThemeColor(): void {
  const root = document.documentElement
  const surface = getComputedStyle(root).getPropertyValue('--surface')
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', surface)
}
