import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { callChannel, contract } from '#shared/contract/index'
import { targetsCalls } from '#shared/contract/market/delivery'
import { deliveryTransport } from '#shared/contract/market/delivery-channel'
import { ready } from './app'
import { expect } from './expect'
import { readLog } from './log-file'
import { sharedApp } from './shared-app'
import { isSound } from './surface'
import { test } from './test'

const transport = 'leadline:call'

const running = sharedApp({
  own: true,
  offline: true,
  view: 'help',
  expected: [/./],
  between: () => Promise.resolve()
})
let folder: string
let preload: string
let armed: Page
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-raw-'))
  preload = path.join(folder, 'raw.cjs')
  await writeFile(
    preload,
    `const { contextBridge, ipcRenderer } = require('electron')
     contextBridge.exposeInMainWorld('raw', (...words) => ipcRenderer.invoke(...words))`
  )
  // Makes the next window hostile.
  await running.app.evaluate(({ session }, file) => {
    const own = session.fromPartition('windows')
    if ('registerPreloadScript' in own && typeof own.registerPreloadScript === 'function')
      own.registerPreloadScript({ type: 'frame', filePath: file })
    else own.setPreloads([file])
  }, preload)
  const appeared = running.app.waitForEvent('window')
  await running.page.evaluate(() => window.leadline!.call.windows.open({ view: 'settings' }))
  armed = await appeared
  await ready(armed)
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

const raw = (page: Page, ...words: unknown[]) => page.evaluate((all) => window.raw!(...all), words)
const logged = (text: string | RegExp) => expect.poll(() => readLog(running.userData)).toMatch(text)

test('answers a valid call', async () => {
  expect(await raw(armed, transport, 'app.about')).toMatchObject({ ok: true })
})

test('refuses and logs unknown channels', async () => {
  for (const channel of [
    'app.format',
    'nothing',
    '__proto__',
    'constructor',
    'app',
    '',
    null,
    7,
    { toString: 'x' }
  ])
    expect(await raw(armed, transport, channel)).toMatchObject({ ok: false, error: { code: 'call.unknown' } })
  await logged(/call\.unknown.*app\.format/)
  await expect(raw(armed, 'app.about')).rejects.toThrow(/No handler registered/)
})

test('refuses and logs invalid payloads without effect', async () => {
  const wrong: readonly [string, ...unknown[]][] = [
    ['app.mark', { name: 'x'.repeat(41), at: 1 }],
    ['app.mark', { name: 'late', at: 'now' }],
    ['app.mark'],
    ['app.about', {}],
    ['app.openExternal', 'https://www.electronjs.org/'],
    ['windows.open', { view: 'nowhere' }],
    ['windows.open', { view: 'settings' }, { view: 'settings' }]
  ]
  const before = running.app.windows().length
  for (const words of wrong)
    expect(await raw(armed, transport, ...words)).toMatchObject({
      ok: false,
      error: { code: 'call.payload' }
    })
  await logged(/call\.payload.*app\.mark/)
  expect(running.app.windows().length).toBe(before)
})

test('keeps log details out of windows', async () => {
  const result = await raw(armed, transport, 'app.openExternal', { url: 'https://unknown.example/' })
  expect(Object.keys(result.error ?? {}).sort()).toEqual(['code', 'retryable', 'sentence'])
})

test('refuses foreign senders, even on our own page', async () => {
  const appeared = running.app.waitForEvent('window')
  await running.app.evaluate(async ({ BrowserWindow, session }) => {
    const foreign = new BrowserWindow({ webPreferences: { session: session.fromPartition('windows') } })
    await foreign.loadURL('app://leadline/index.html')
  })
  const page = await appeared
  expect(await raw(page, transport, 'app.about')).toMatchObject({ ok: false, error: { code: 'call.sender' } })
  await logged(/call\.sender.*"windowId":null/)
})

test('refuses our window while it shows another page', async () => {
  const appeared = running.app.waitForEvent('window')
  await running.page.evaluate(() => window.leadline!.call.windows.open({ view: 'settings' }))
  const page = await appeared
  await ready(page)
  await running.app.evaluate(async ({ BrowserWindow }) => {
    const newest = BrowserWindow.getAllWindows().sort((one, other) => other.id - one.id)[0]
    await newest?.loadURL('about:blank')
  })
  await page.waitForURL('about:blank')
  expect(await raw(page, transport, 'app.about')).toMatchObject({ ok: false, error: { code: 'call.sender' } })
  await logged(/call\.sender.*"ownPage":false/)
})

test('refuses sub-frames', async () => {
  // The only frame that the CSP allows.
  await running.page.evaluate(() => void document.body.append(document.createElement('iframe')))
  const answer = await running.app.evaluate(async ({ BrowserWindow, ipcMain }, channel) => {
    const sender = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id)[0]!.webContents
    // Electron's handlers, because pages cannot call from a subframe.
    const handlers: Map<string, (...words: unknown[]) => unknown> = Reflect.get(ipcMain, '_invokeHandlers')
    const ask = (senderFrame: unknown) => handlers.get(channel)!({ sender, senderFrame }, 'app.about')
    return {
      top: await ask(sender.mainFrame),
      sub: await ask(sender.mainFrame.frames[0]),
      gone: await ask(null)
    }
  }, transport)
  expect(answer.top).toMatchObject({ ok: true })
  expect(answer.sub).toMatchObject({ ok: false, error: { code: 'call.sender' } })
  expect(answer.gone).toMatchObject({ ok: false, error: { code: 'call.sender' } })
  await logged(/call\.sender.*"topFrame":false/)
})

test('returns a result for values that cannot be sent', async () => {
  const result = await running.page.evaluate(() =>
    Reflect.apply(window.leadline!.call.app.mark, null, [{ name: () => 'x', at: 1 }])
  )
  expect(result).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^call\./) } })
})

test('no channel of an ordinary window sets, reads or tests a target', async () => {
  const appeared = running.app.waitForEvent('window')
  expect(await raw(armed, transport, 'alerts.openTargets')).toEqual({ ok: true, value: null })
  const targets = await appeared
  await expect(targets.getByRole('heading', { name: 'No targets yet' })).toBeVisible()
  const draft = { kind: 'webhook', name: 'Ops', isOn: true, url: 'https://ops.example.com/hidden' }
  const saved = await targets.evaluate(
    (given): Promise<{ value: { id: string; secret: string } }> =>
      Reflect.apply(Reflect.get(window, 'leadlineTargets'), null, ['save', { id: null, draft: given }]),
    draft
  )
  expect(saved).toMatchObject({ ok: true, value: { secret: expect.stringMatching(/^[\w-]{43}$/) } })
  await targets.evaluate(() => window.dispatchEvent(new Event('focus')))
  await targets.getByRole('button', { name: 'Edit: Ops' }).click()
  await isSound(targets, 'edited target')
  await targets.keyboard.press('Escape')
  await isSound(targets, 'targets')
  const file = path.join(running.userData, 'delivery.json')
  const before = await readFile(file, 'utf8')
  const { id, secret } = saved.value

  const hostile = { id, draft: { ...draft, url: 'https://attacker.example/' }, isOn: true, kind: 'delivery' }
  const methods = Object.keys(targetsCalls)
  for (const method of methods) {
    await expect(raw(armed, deliveryTransport, method, hostile)).rejects.toThrow(/No handler registered/)
    for (const channel of [`targets.${method}`, `delivery.${method}`, `alerts.${method}`])
      expect(await raw(armed, transport, channel, hostile)).toMatchObject({ ok: false })
  }
  for (const [feature, calls] of Object.entries(contract))
    for (const method of Object.keys(calls)) {
      const answer: unknown = await raw(armed, transport, callChannel(feature, method), hostile)
      expect(JSON.stringify(answer)).not.toContain('hidden')
    }
  const known = await raw(armed, transport, 'alerts.read')
  expect(known).toMatchObject({ ok: true, value: { delivery: { targets: [{ id, name: 'Ops' }] } } })
  expect(JSON.stringify(known)).not.toMatch(/ops\.example|hidden/)
  expect(JSON.stringify(known)).not.toContain(secret)

  // The same page in another window, and the processes of both.
  const other = running.app.waitForEvent('window')
  await running.app.evaluate(async ({ BrowserWindow, session }) => {
    const foreign = new BrowserWindow({ webPreferences: { session: session.fromPartition('windows') } })
    await foreign.loadURL('app://leadline/targets.html')
  })
  const copy = await other
  expect(await copy.evaluate(() => 'leadlineTargets' in window)).toBe(false)
  await expect(raw(copy, deliveryTransport, 'save', hostile)).rejects.toThrow(/No handler registered/)
  const shared = await running.app.evaluate(({ BrowserWindow, session }) => {
    const processes = (own: boolean) =>
      BrowserWindow.getAllWindows()
        .filter(({ webContents }) => (webContents.session === session.fromPartition('targets')) === own)
        .map(({ webContents }) => webContents.getOSProcessId())
    return processes(true).length === 1 && processes(false).some((one) => processes(true).includes(one))
  })
  expect(shared).toBe(false)

  // It has neither the calls nor the bridge of other windows.
  expect(await targets.evaluate(() => 'leadline' in window)).toBe(false)
  expect(await readFile(file, 'utf8')).toBe(before)
  await copy.close()
  await targets.close()
})
