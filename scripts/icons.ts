import { mkdirSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { browserOptions } from '#tests/support/browser.ts'

/*
 * `npm run icons`: renders the icons of the installed app from `public/icon.svg`. The background of a maskable icon
 * reaches the edges of the image. Operating systems crop a maskable icon to different shapes; its drawing fits into the
 * circle that every shape contains.
 */
const DRAWING = readFileSync('public/icon.svg', 'utf8')
const BACKGROUND_COLOR = '#0c0f0d'
const ICONS = [
  { file: 'icon-192.png', size: 192, share: 1 },
  { file: 'icon-512.png', size: 512, share: 1 },
  { file: 'maskable-512.png', size: 512, share: 0.78 },
  { file: 'apple-touch-icon.png', size: 180, share: 0.86 },
]

mkdirSync('public/icons', { recursive: true })
const browser = await chromium.launch(browserOptions())
const page = await browser.newPage()
for (const { file, size, share } of ICONS) {
  await page.setViewportSize({ width: size, height: size })
  const ground = share === 1 ? 'transparent' : BACKGROUND_COLOR
  await page.setContent(
    `<style>body{margin:0;background:${ground};display:grid;place-content:center;height:100vh}svg{width:${size * share}px}</style>${DRAWING}`,
  )
  await page.screenshot({ path: `public/icons/${file}`, omitBackground: true })
}
await browser.close()
