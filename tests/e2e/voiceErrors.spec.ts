/* Tests the voice assistant without a usable microphone. */
import { Editor } from '#tests/support/pages/editor.ts'
import { Voice } from '#tests/support/pages/voice.ts'
import { expect, signIn, test } from '#tests/support/test.ts'

const NO_MICROPHONE = 'Could not access the microphone. Please check permissions.'

test('shows an error when access to the microphone is denied', async ({ page, account, context }) => {
  await context.grantPermissions([])
  const voice = new Voice(page)
  await signIn(page, account)
  await new Editor(page).open()
  await voice.start.click()
  await expect(voice.toast(NO_MICROPHONE)).toBeVisible()
  await expect(voice.said).toContainText(NO_MICROPHONE)
  await expect(voice.start).toBeVisible()
})

test('shows an error when the device has no microphone', async ({ page, account, context }) => {
  await context.grantPermissions(['microphone'])
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Requested device not found', 'NotFoundError'))
  })
  const voice = new Voice(page)
  await signIn(page, account)
  await new Editor(page).open()
  await voice.start.click()
  await expect(voice.toast(NO_MICROPHONE)).toBeVisible()
})

test('shows an error when the browser cannot record', async ({ page, account }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'MediaRecorder'))
  const voice = new Voice(page)
  await signIn(page, account)
  await new Editor(page).open()
  await voice.start.click()
  await expect(voice.toast('Your browser does not support audio recording.')).toBeVisible()
  await expect(voice.said).toContainText('Your browser does not support audio recording.')
})
