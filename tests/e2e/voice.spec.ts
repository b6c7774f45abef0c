/* Tests the voice assistant. The microphone of the test browser repeats a speech file. */
import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { WITH_MICROPHONE } from '#tests/support/browser.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { FAKE_TRANSCRIPTION, Voice } from '#tests/support/pages/voice.ts'
import { requestAsAdmin } from '#tests/support/stored.ts'
import { expect, recordingsSentToModel, signIn, test } from '#tests/support/test.ts'
import { repackAudio } from '../../functions/src/sound.ts'

test.use({ launchOptions: WITH_MICROPHONE })

test('transcribes a recording into the editor, and speaks the answer', async ({ page, account }) => {
  const [voice, editor] = [new Voice(page), new Editor(page)]
  const said = await voice.listen()
  await signIn(page, account)
  await editor.open()
  await editor.text.fill('Typed before.')
  await voice.start.click()
  await expect(voice.toast('The assistant is listening...')).toBeVisible()
  await voice.hasListened(3)
  await expect.poll(voice.loudest, 'the loudest level of the meter').toBeGreaterThan(0.2)
  await expect(voice.said).toContainText('Listening')
  await voice.stop.click()
  await expect(voice.toast('The assistant has responded.')).toBeVisible()
  await expect(editor.text).toHaveValue(`Typed before.\n\n${FAKE_TRANSCRIPTION}`)
  await expect(voice.said).toContainText('Log received, Commander.')

  // The sound that the page plays is the decoded MP3 of the speech service.
  await expect.poll(said).toHaveLength(1)
  const [answer] = await said()
  expect(answer?.seconds).toBeGreaterThan(2)
  expect(answer?.seconds).toBeLessThan(2.3)
  expect(answer?.loudness, 'the loudness').toBeGreaterThan(0.01)
  // The button "Say again" appears when the first playback of the answer has ended.
  await voice.strip.getByRole('button', { name: 'Say again' }).click()
  await expect.poll(said).toHaveLength(2)

  // The model received this recording, and the recording contains speech.
  const download = page.waitForEvent('download')
  await voice.recordingButton('Download').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^sitrep-recording-\d{4}-\d\d-\d\d-\d{4}\.webm$/)
  const recorded = await readFile(await file.path())
  const sent = Buffer.from(repackAudio({ type: 'audio/webm', bytes: recorded }).bytes).toString('base64')
  expect(await recordingsSentToModel()).toContain(sent)
  const speech = await voice.measure(sent)
  expect(speech.seconds).toBeGreaterThan(2.5)
  expect(speech.loudness, 'the loudness').toBeGreaterThan(0.01)

  await editor.text.focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editor.text).toHaveValue('Typed before.')
})

test('accepts a server answer that has only the two fields of the specification, a text and a sound', async ({
  page,
  account,
}) => {
  const [voice, editor] = [new Voice(page), new Editor(page)]
  await signIn(page, account)
  await editor.open()
  const sound = await readFile('public/sounds/sent.mp3')
  await voice.answer(200, { logText: FAKE_TRANSCRIPTION, audioResponse: sound.toString('base64') })
  await voice.speak()
  await voice.stop.click()
  await expect(voice.toast('The assistant has responded.')).toBeVisible()
  await expect(editor.text).toHaveValue(FAKE_TRANSCRIPTION)
  await expect(voice.said).toContainText('The assistant has responded.')
  await expect(voice.strip.getByRole('button', { name: 'Say again' })).toBeVisible()
})

test('stores that an entry was spoken, and removes its recording when the entry is submitted', async ({
  page,
  account,
  dashboard,
}) => {
  const [voice, editor] = [new Voice(page), new Editor(page)]
  await dashboard.newEntry.waitFor()
  await editor.open()
  await voice.speak()
  await voice.stop.click()
  await expect(editor.text).toHaveValue(FAKE_TRANSCRIPTION)
  await expect(voice.savedRecordings).toContainText('Saved until you submit the entry')
  await editor.submit.click()
  await expect(editor.text).toBeHidden()
  const entries = `projects/demo-sitrep/databases/(default)/documents/users/${account.uid}:runQuery`
  const query = { structuredQuery: { from: [{ collectionId: 'logs' }] } }
  await expect.poll(async () => JSON.stringify(await requestAsAdmin(entries, query))).toContain('"voice"')
  await editor.open()
  await expect(voice.start).toBeVisible()
  await expect(voice.savedRecordings).toHaveCount(0)
})

test('keeps a recording after its draft is discarded, until the user discards the recording', async ({
  page,
  dashboard,
}) => {
  const [voice, editor] = [new Voice(page), new Editor(page)]
  await dashboard.newEntry.waitFor()
  await editor.open()
  await voice.speak(1)
  await voice.stop.click()
  await expect(editor.text).toHaveValue(FAKE_TRANSCRIPTION)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await editor.showDrafts()
  await editor.drafts().getByRole('button', { name: 'Discard' }).click()
  await editor.open()
  await expect(voice.savedRecordings).toContainText('Its draft was deleted')
  await voice.recordingButton('Discard').click()
  await editor.answer('Discard')
  await expect(voice.savedRecordings).toHaveCount(0)
})

test('records and cancels by keyboard', async ({ page, dashboard }) => {
  const [voice, editor] = [new Voice(page), new Editor(page)]
  await dashboard.newEntry.waitFor()
  await editor.open()
  await voice.start.focus()
  await page.keyboard.press('Enter')
  await expect(voice.stop).toBeFocused()
  await expect(voice.time).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(voice.cancel).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(voice.start).toBeVisible()
  await expect(voice.savedRecordings).toHaveCount(0)
  await voice.start.focus()
  await page.keyboard.press('Space')
  await voice.hasListened(1)
  await page.keyboard.press('Space')
  await expect(editor.text).toHaveValue(FAKE_TRANSCRIPTION)
})

test('lowers the volume of the radio while the user speaks', async ({ page, account }) => {
  const [voice, radio, editor] = [new Voice(page), new Radio(page), new Editor(page)]
  const sounds = await radio.watch()
  await signIn(page, account)
  await radio.play.click()
  await expect(radio.status).toContainText('LIVE')
  const volume = async () => (await sounds()).find(({ paused }) => !paused)?.volume ?? 0
  const before = await volume()
  await editor.open()
  await voice.start.click()
  await expect.poll(volume).toBeLessThan(before / 2)
  await voice.cancel.click()
  await expect.poll(volume).toBe(before)
})

test('shows the answer silently while sound is off, and speaks it on request', async ({ page, account }) => {
  const [voice, editor] = [new Voice(page), new Editor(page)]
  const said = await voice.listen()
  await signIn(page, account)
  await editor.open()
  await page.getByRole('button', { name: 'Mute sound' }).click()
  await voice.speak(1)
  await voice.stop.click()
  await expect(voice.said).toContainText('Log received, Commander.')
  await expect(voice.strip.getByRole('button', { name: 'Say again' })).toBeVisible()
  expect(await said()).toHaveLength(0)
  await voice.strip.getByRole('button', { name: 'Say again' }).click()
  await expect.poll(said).toHaveLength(1)
})

test('records and sends MP4 when the browser supports no other format', async ({ page, account }) => {
  const [voice, editor] = [new Voice(page), new Editor(page)]
  // Simulates a browser that records only MP4, such as Safari.
  await page.addInitScript(() => {
    const { isTypeSupported } = MediaRecorder
    MediaRecorder.isTypeSupported = (type) => type.startsWith('audio/mp4') && isTypeSupported(type)
  })
  await signIn(page, account)
  await editor.open()
  const sent = page.waitForRequest(/processVoiceCommand/)
  await voice.speak(1)
  await voice.stop.click()
  expect((await sent).headers()['content-type']).toBe('audio/mp4')
  await expect(editor.text).toHaveValue(FAKE_TRANSCRIPTION)
  const download = page.waitForEvent('download')
  await voice.recordingButton('Download').click()
  expect((await download).suggestedFilename()).toMatch(/\.m4a$/)
})

test('hides the voice assistant for EYES ONLY entries and when AI is turned off', async ({ page, dashboard }) => {
  const [voice, editor] = [new Voice(page), new Editor(page)]
  await dashboard.newEntry.waitFor()
  await editor.open()
  await expect(voice.start).toBeVisible()
  await page.getByRole('checkbox', { name: /EYES ONLY/ }).check()
  await expect(voice.start).toBeHidden()
  await page.getByRole('checkbox', { name: /EYES ONLY/ }).uncheck()
  await expect(voice.start).toBeVisible()
  await page.goto('/settings?tab=ai')
  await page.getByRole('switch', { name: 'AI', exact: true }).click()
  await page.goto('/logs/new')
  await expect(editor.text).toBeVisible()
  await expect(voice.start).toBeHidden()
})

test('adds a transcription to an existing entry', async ({ page, dashboard }) => {
  const [voice, editor] = [new Voice(page), new Editor(page)]
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('There already.')
  await editor.submit.click()
  await dashboard.showLogs()
  await dashboard.card('There already.').getByRole('button', { name: 'Edit' }).click()
  await voice.speak(1)
  await voice.stop.click()
  await expect(editor.text).toHaveValue(`There already.\n\n${FAKE_TRANSCRIPTION}`)
})

for (const [name, viewport] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`has no accessibility violations in any state of the voice assistant on a ${name}`, async ({
    page,
    dashboard,
  }) => {
    const voice = new Voice(page)
    await page.setViewportSize(viewport)
    await dashboard.newEntry.waitFor()
    await page.goto('/logs/new')
    const check = async () => {
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    }
    await voice.speak(1)
    await check()
    await page.route('**/processVoiceCommand', (route) => setTimeout(() => void route.continue(), 1500))
    await voice.stop.click()
    await expect(voice.said).toContainText('Processing')
    await check()
    await expect(voice.said).toContainText('Answered')
    await check()
  })
