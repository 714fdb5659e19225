import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ready } from './app'
import { expect } from './expect'
import { readLog } from './log-file'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({
  own: true,
  offline: true,
  view: 'help',
  expected: [/./],
  between: () => Promise.resolve()
})

const answerWith = (button: number) =>
  running.app.evaluate(({ dialog }, response) => {
    const asked: unknown[] = []
    Object.assign(globalThis, { asked })
    dialog.showMessageBox = async (...words: unknown[]) => {
      const { message, buttons } = words.at(-1) as { message: string; buttons: string[] }
      asked.push({ message, buttons })
      return { response, checkboxChecked: false }
    }
  }, button)
const asked = () => running.app.evaluate(() => globalThis.asked)
const crash = () =>
  running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
  )

test('writes no reported secret to the log', async () => {
  const signed = 'https://files.example/s.pdf?X-Amz-Signature=0123456789abcdef'
  await running.page.evaluate(
    (address) =>
      window.leadline!.call.app.reportError({
        message: `Authorization: Bearer tok-0123456789 at ${address}`,
        stack: `client_secret=very-secret-value&x=1\n{"access_token":"eyJhbGciOiJ.eyJzdWIiOiIx.c2lnbmF0dXJl"}\n${address}`
      }),
    signed
  )
  await expect.poll(() => readLog(running.userData)).toContain('An error in window-1')
  expect(readLog(running.userData)).not.toMatch(/tok-0123456789|very-secret-value|eyJ|0123456789abcdef/)
  expect(readLog(running.userData)).toContain('https://files.example/s.pdf?[redacted]')
})

test('offers to reload a hung window, and withdraws the offer', async () => {
  await running.app.evaluate(({ dialog, BrowserWindow }) => {
    const withdrawn: unknown[] = []
    globalThis.asked = withdrawn
    dialog.showMessageBox = (...words: unknown[]) => {
      const { message, signal } = words.at(-1) as { message: string; signal: AbortSignal }
      withdrawn.push(message)
      return new Promise((answer) =>
        signal.addEventListener('abort', () => {
          withdrawn.push('withdrawn')
          answer({ response: 1, checkboxChecked: false })
        })
      )
    }
    const [window] = BrowserWindow.getAllWindows()
    window?.emit('unresponsive')
    window?.emit('unresponsive')
    window?.emit('responsive')
  })
  await expect.poll(asked).toEqual(['This window is not responding.', 'withdrawn'])
})

test('closes a dead window without affecting others', async () => {
  const appeared = running.app.waitForEvent('window')
  await running.page.evaluate(() => window.leadline!.call.windows.open({ view: 'settings' }))
  const second = await appeared
  await ready(second)
  await answerWith(1)
  await running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .sort((one, other) => one.id - other.id)[0]
      ?.webContents.forcefullyCrashRenderer()
  )
  await expect
    .poll(() => running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
    .toBe(1)
  expect(await second.evaluate(() => window.leadline!.call.app.about().then(({ ok }) => ok))).toBe(true)
})

test('reloads a dead window', async () => {
  await answerWith(0)
  const started = () =>
    running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId()
    )
  const before = await started()
  await crash()
  await expect
    .poll(asked)
    .toEqual([{ message: 'This window has stopped working.', buttons: ['Reload', 'Close window'] }])
  await expect.poll(started).not.toBe(before)
  // The page works again.
  const alive = () =>
    running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        'window.leadline.call.app.about().then((result) => result.ok)'
      )
    )
  await expect.poll(alive).toBe(true)
})

for (const [kind, breakMain] of [
  [
    'uncaught exception',
    'setImmediate(() => { throw new Error("broken with Bearer s3cret-token-of-main") })'
  ],
  ['unhandled rejection', 'void Promise.reject(new Error("broken with Bearer s3cret-token-of-main"))']
] as const)
  test(`writes a report when main crashes: ${kind}`, async () => {
    const { userData } = running
    const reports = () => readdir(path.join(userData, 'reports')).catch((): string[] => [])
    const before = await reports()
    const child = running.app.process()
    const ended = new Promise<number | null>((done) => child.once('exit', done))
    await running.app
      .evaluate((_electron, code) => void setTimeout(() => (0, eval)(code)), breakMain)
      .catch(() => {})
    expect(await ended).toBe(1)
    const [name] = (await reports()).filter((one) => !before.includes(one))
    const file = path.join(userData, 'reports', name!)
    await expect.poll(running.errorOutput).toContain(file)
    const report = await readFile(file, 'utf8')
    expect(report).toContain(kind)
    expect(report).toContain('broken with Bearer [redacted]')
    expect(report).toContain('"electron"')
    expect(report).toContain('main app ready')
    expect(report + readLog(userData) + running.errorOutput()).not.toContain('s3cret-token-of-main')
  })
