import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from './expect'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({ own: true, offline: true, expected: [/./], between: () => Promise.resolve() })

/** Null if it does not respond. */
const inPage = (script: string): Promise<unknown> =>
  running.app.evaluate(({ BrowserWindow }, code) => {
    const { webContents } = BrowserWindow.getAllWindows()[0]!
    const patience = new Promise<null>((done) => setTimeout(() => done(null), 2500))
    return Promise.race([webContents.executeJavaScript(code).catch(() => null), patience])
  }, script)
/** How often the page has begun to hang. */
const hangs = () => running.app.evaluate(() => globalThis.hangs)
const notice = () =>
  running.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.emit('unresponsive')
  })
const shown = (kind: string) =>
  inPage(`document.querySelector('[data-panel][data-kind="${kind}"]')?.textContent ?? ''`)

test('skips a panel that hangs its window, and can show it again', async () => {
  test.setTimeout(120_000)
  await running.app.evaluate(({ BrowserWindow, dialog }) => {
    const asked: unknown[] = []
    Object.assign(globalThis, { asked })
    dialog.showMessageBox = async (...words: unknown[]) => {
      const { message, buttons } = words.at(-1) as { message: string; buttons: string[] }
      asked.push({ message, buttons })
      return { response: 0, checkboxChecked: false }
    }
    const hang = `new MutationObserver(() => {
      if (!document.querySelector('[data-kind="depth"] canvas')) return
      console.log('hangs')
      for (;;);
    }).observe(document, { childList: true, subtree: true }); null`
    const { webContents } = BrowserWindow.getAllWindows()[0]!
    globalThis.hangs = 0
    webContents.on('console-message', (_event, _level, message) => {
      if (message === 'hangs') globalThis.hangs! += 1
    })
    webContents.on('dom-ready', () => void webContents.executeJavaScript(hang).catch(() => null))
    void webContents.executeJavaScript("setTimeout(() => { console.log('hangs'); for (;;); }); null")
  })
  const asked = () => running.app.evaluate(() => globalThis.asked)
  await expect.poll(hangs).toBe(1)
  await notice()
  await expect
    .poll(asked)
    .toEqual([{ message: 'This window is not responding.', buttons: ['Reload', 'Keep waiting'] }])

  // The depth panel hangs it again.
  await expect.poll(hangs, { timeout: 45_000 }).toBe(2)
  await notice()
  const second = {
    message: 'This window stopped responding while showing Depth BTCUSD.',
    buttons: ['Reload without this panel', 'Keep waiting']
  }
  await expect.poll(async () => (await asked())?.at(-1)).toEqual(second)

  await expect.poll(() => shown('depth'), { timeout: 30_000 }).toContain('stopped answering')
  for (const kind of ['book', 'chart', 'trades'])
    await expect
      .poll(() => inPage(`document.querySelectorAll('[data-kind="${kind}"] canvas').length`), {
        timeout: 30_000
      })
      .toBeGreaterThan(0)
  expect(await inPage('true')).toBe(true)

  await running.restart()
  const stopped = async () => {
    const text = await readFile(path.join(running.userData, 'windows.json'), 'utf8')
    return (JSON.parse(text) as { readonly panels?: { readonly stopped: readonly string[] } }).panels?.stopped
  }
  expect(await stopped()).toHaveLength(1)
  const depth = running.page.getByRole('region', { name: 'Depth BTCUSD' })
  await expect(depth).toContainText('This panel stopped answering last time.')
  await depth.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(depth.locator('canvas').first()).toBeVisible()
  // The next start has no reason to ask.
  await expect.poll(async () => (await stopped()) ?? []).toEqual([])
})
