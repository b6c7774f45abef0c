/* Tests recordings that could not be transcribed. The microphone of the test browser repeats a speech file. */
import { readFile } from 'node:fs/promises'
import { WITH_MICROPHONE } from '#tests/support/browser.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { boundingBoxOf } from '#tests/support/pages/layout.ts'
import { FAKE_TRANSCRIPTION, Voice } from '#tests/support/pages/voice.ts'
import { revokeSessions, currentSecond } from '#tests/support/accounts.ts'
import { goOffline } from '#tests/support/pages/connection.ts'
import { expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

test.use({ launchOptions: WITH_MICROPHONE })

test.describe('a recording that cannot be transcribed', () => {
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/status of (?:400|401|429|503)/, LOST_CONNECTION))

  test('keeps a recording that the server rejects, shows the reason, and transcribes the recording on retry', async ({
    page,
    dashboard,
  }) => {
    const [voice, editor] = [new Voice(page), new Editor(page)]
    await dashboard.newEntry.waitFor()
    await editor.open()
    await voice.answer(429, { error: 'Only 5 a minute are possible. Try again in a minute.', requestId: 'x' })
    await voice.speak(1)
    await voice.stop.click()
    await expect(voice.toast('Only 5 a minute are possible.')).toBeVisible()
    await expect(voice.said).toContainText('Only 5 a minute are possible.')
    await expect(voice.savedRecordings).toContainText('Not transcribed yet')
    await voice.restoreServer()
    await voice.recordingButton('Retry').click()
    await expect(editor.text).toHaveValue(FAKE_TRANSCRIPTION)
  })

  test('shows the buttons of a recording in one row at 720 px', async ({ page, dashboard }) => {
    await page.setViewportSize({ width: 720, height: 450 })
    const voice = new Voice(page)
    await dashboard.newEntry.waitFor()
    await new Editor(page).open()
    await voice.answer(429, { error: 'Only 5 a minute are possible.', requestId: 'x' })
    await voice.speak(1)
    await voice.stop.click()
    const tops = await Promise.all(
      ['Retry', 'Download', 'Discard'].map(async (name) => (await boundingBoxOf(voice.recordingButton(name))).y),
    )
    expect(new Set(tops).size).toBe(1)
  })

  test('keeps a recording that was made offline, even after a reload', async ({ page, dashboard, context }) => {
    const [voice, editor] = [new Voice(page), new Editor(page)]
    await dashboard.newEntry.waitFor()
    await editor.open()
    await expect(voice.start).toBeVisible()
    await goOffline(context)
    await voice.speak(1)
    await voice.stop.click()
    await expect(voice.toast('Failed to process audio.')).toBeVisible()
    await expect(voice.savedRecordings).toHaveCount(1)
    await context.setOffline(false)
    await page.reload()
    await expect(voice.savedRecordings).toContainText('Not transcribed yet')
    await voice.recordingButton('Retry').click()
    await expect(editor.text).toHaveValue(FAKE_TRANSCRIPTION)
    // The complete recording can still be downloaded, because the app keeps it until the entry is submitted.
    const download = page.waitForEvent('download')
    await voice.recordingButton('Download').click()
    const sound = (await readFile(await (await download).path())).toString('base64')
    expect((await voice.measure(sound)).seconds).toBeGreaterThan(0.8)
  })

  test('keeps a recording when the page closes while the user speaks', async ({ page, dashboard }) => {
    const voice = new Voice(page)
    await dashboard.newEntry.waitFor()
    await new Editor(page).open()
    await voice.speak(3)
    await page.reload()
    await expect(voice.savedRecordings).toContainText(/0:0\d\. Not transcribed yet/)
    const download = page.waitForEvent('download')
    await voice.recordingButton('Download').click()
    const sound = (await readFile(await (await download).path())).toString('base64')
    expect((await voice.measure(sound)).seconds).toBeGreaterThan(1.5)
  })

  test('keeps a recording in memory, with a warning, when the device cannot store it', async ({ page, account }) => {
    const [voice, editor] = [new Voice(page), new Editor(page)]
    await page.addInitScript(() => {
      const { open } = IDBFactory.prototype
      IDBFactory.prototype.open = function (name, version) {
        if (name === 'recordings') throw new DOMException('blocked', 'InvalidStateError')
        return open.call(this, name, version)
      }
    })
    await signIn(page, account)
    await editor.open()
    await voice.answer(503, { error: 'Busy.' })
    await voice.speak(1)
    await voice.stop.click()
    await expect(page.getByText('This recording could not be saved')).toBeVisible()
    const download = page.waitForEvent('download')
    await voice.recordingButton('Download').click()
    const sound = (await readFile(await (await download).path())).toString('base64')
    expect((await voice.measure(sound)).seconds).toBeGreaterThan(0.8)
  })

  test('keeps a recording when the editor closes before the server answers', async ({ page, dashboard }) => {
    const [voice, editor] = [new Voice(page), new Editor(page)]
    await dashboard.newEntry.waitFor()
    await editor.open()
    // Simulates a server that never answers.
    await page.route('**/processVoiceCommand', () => {})
    await voice.speak(1)
    await voice.stop.click()
    await page.getByRole('button', { name: 'Cancel transcription' }).click()
    await expect(voice.savedRecordings).toContainText('Not transcribed yet')
    await voice.recordingButton('Retry').click()
    await expect(voice.said).toContainText('Processing')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(voice.toast('The recording is saved')).toBeVisible()
    await expect(editor.text).toBeHidden()
    await voice.restoreServer()
    await editor.open()
    await expect(voice.savedRecordings).toContainText('Not transcribed yet')
    await voice.recordingButton('Discard').click()
    await editor.answer('Discard')
    await expect(voice.savedRecordings).toHaveCount(0)
  })

  test('keeps a recording when the session is revoked, and offers the recording after the user signs in again', async ({
    page,
    account,
    login,
  }) => {
    const [voice, editor] = [new Voice(page), new Editor(page)]
    await signIn(page, account)
    await editor.open()
    await expect(voice.start).toBeVisible()
    await voice.speak(1)
    // Revokes only sessions that began before this second, so that the test can sign in again immediately.
    await revokeSessions(account.uid, currentSecond())
    // The real service rejects the renewal of a revoked token. The emulator does not, so the test rejects the renewal.
    const renewal = '**/securetoken.googleapis.com/**'
    await page.route(renewal, (route) => route.fulfill({ status: 400, json: { error: { message: 'TOKEN_EXPIRED' } } }))
    await voice.stop.click()
    await page.getByRole('link', { name: 'Sign In' }).click()
    await page.unrouteAll()
    await login.signIn(account.email, account.password)
    await expect(voice.savedRecordings).toContainText('Not transcribed yet')
    await expect(editor.text).toHaveValue('')
  })

  test('asks the user before a sign-out removes the saved recordings', async ({ page, account, dashboard }) => {
    const [voice, editor] = [new Voice(page), new Editor(page)]
    await dashboard.newEntry.waitFor()
    await editor.open()
    await voice.answer(503, { error: 'Busy.' })
    await voice.speak(1)
    await voice.stop.click()
    await expect(voice.savedRecordings).toHaveCount(1)
    await voice.restoreServer()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await editor.answer('Sign out anyway')
    await page.waitForURL(/\/login/)
    await signIn(page, account)
    await new Dashboard(page).newEntry.waitFor()
    await editor.open()
    await expect(voice.start).toBeVisible()
    await expect(voice.savedRecordings).toHaveCount(0)
  })
})
