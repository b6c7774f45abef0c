import { FONTS_READY_KEY, isSharedDevice, writeItem } from './storage.ts'

/** The duration of the transition in `src/styles/fade.css`. */
const FADE_MS = 200

let fading: ReturnType<typeof setTimeout> | undefined

/** Switches the page to a theme with a fade. `index.html` sets the first theme. */
export function showTheme(theme: string): void {
  const root = document.documentElement
  if (root.dataset['theme'] === theme) return
  root.toggleAttribute('data-fading', true)
  root.dataset['theme'] = theme
  clearTimeout(fading)
  fading = setTimeout(endFade, FADE_MS)
}

/**
 * Applies the user's settings of text size and motion. If the operating system requests reduced motion, motion is
 * reduced regardless of the setting. Changes in the operating system apply until the returned function is called.
 */
export function applyTextSizeAndMotion(largerText: boolean, reducedMotion: boolean): () => void {
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

/**
 * Enables web fonts and background images, which are separate files. On the first visit, they are enabled after the
 * code has loaded; on later visits, `index.html` enables them immediately.
 */
export function enableWebFonts(): void {
  document.documentElement.toggleAttribute('data-web-fonts', true)
  if (!isSharedDevice()) writeItem(FONTS_READY_KEY, 'true')
}

/** Sets the color of a phone's browser bar to the color of the app's top bar. */
export function updateThemeColor(): void {
  const root = document.documentElement
  const surface = getComputedStyle(root).getPropertyValue('--surface')
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', surface)
}
