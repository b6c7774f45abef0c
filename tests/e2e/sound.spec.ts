import { Radio } from '#tests/support/pages/radio.ts'
import { expect, signIn, test } from '#tests/support/test.ts'

test.describe('background music', () => {
  test.use({ music: true })

  test('plays music on the login after the first click and on the dashboard, and pauses the music while the radio plays', async ({
    page,
    account,
    login,
  }) => {
    const radio = new Radio(page)
    const heard = await radio.listen()
    await login.open()
    await expect(page.getByRole('button', { name: 'Login music on' })).toBeVisible()
    expect(await heard()).toMatchObject({ music: 0, starts: 0 })
    await page.getByLabel('Email').click()
    await expect.poll(heard).toMatchObject({ music: 1, starts: 1 })

    await login.signIn(account.email, account.password)
    await expect.poll(heard, { timeout: 15_000 }).toMatchObject({ music: 1, starts: 2 })
    await radio.play.click()
    await expect(radio.status).toContainText('LIVE')
    expect(await heard()).toMatchObject({ music: 0, starts: 2 })
    await radio.pause.click()
    await expect.poll(heard).toMatchObject({ music: 1, starts: 3 })

    await radio.musicButton.click()
    await expect(radio.musicButton).toHaveAccessibleName('Unmute background music')
    await expect.poll(heard).toMatchObject({ music: 0 })
    await page.reload()
    await expect(radio.musicButton).toHaveAccessibleName('Unmute background music')
    await radio.play.click()
    await radio.pause.click()
    await radio.musicButton.click()
    await expect.poll(heard).toMatchObject({ music: 1, most: 1 })
  })

  test('mutes the login music, and keeps it muted after a reload', async ({ page, login }) => {
    const heard = await new Radio(page).listen()
    await login.open()
    await page.getByRole('button', { name: 'Login music on' }).click()
    await expect(page.getByRole('button', { name: 'Login music off' })).toBeVisible()
    await page.reload()
    await page.getByLabel('Email').click()
    await expect(page.getByRole('button', { name: 'Login music off' })).toBeVisible()
    expect(await heard()).toMatchObject({ music: 0, starts: 0 })
  })

  test('never plays two pieces of background music at the same time', async ({ page, account }) => {
    const radio = new Radio(page)
    const heard = await radio.listen()
    await signIn(page, account)
    for (let turn = 0; turn < 3; turn++) {
      await radio.play.click()
      await page.getByRole('button', { name: 'Settings' }).first().click()
      await radio.pause.click()
      await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    }
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(/\/login/)
    await signIn(page, account)
    await expect.poll(heard).toMatchObject({ music: 1 })
    expect((await heard()).most).toBe(1)
  })
})

test('plays sound effects unless sound is off', async ({ page, account }) => {
  const radio = new Radio(page)
  const heard = await radio.listen()
  const loaded = page.waitForResponse('**/sounds/key.mp3')
  await signIn(page, account)
  await page.getByRole('button', { name: 'View Logs' }).click()
  expect((await loaded).status()).toBe(200)
  await page.getByRole('button', { name: 'View Logs' }).click()
  await expect.poll(async () => (await heard()).effects).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Sound on' }).click()
  await expect(page.getByRole('button', { name: 'Sound off' })).toBeVisible()
  const { effects } = await heard()
  await page.getByRole('button', { name: 'View Logs' }).click()
  await page.getByRole('button', { name: 'Frequency up' }).click()
  expect((await heard()).effects).toBe(effects)
})
