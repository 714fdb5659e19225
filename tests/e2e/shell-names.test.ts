import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { _electron } from '@playwright/test'
import { launch, runningAsRoot, runtime, startEnvironment } from './app'
import { expect } from './expect'
import { test } from './test'

const canary = 'canary.leadline-test.invalid'
const control = 'witness.leadline-test.invalid'

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-names-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

/** Every hint that triggers DNS lookups. */
async function hint(host: string) {
  for (const rel of ['dns-prefetch', 'preconnect', 'prefetch']) {
    const link = document.createElement('link')
    link.rel = rel
    link.href = `https://${host}/`
    document.head.append(link)
  }
  const anchor = document.createElement('a')
  anchor.href = `https://${host}/`
  anchor.textContent = host
  document.body.append(anchor)
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}

test('triggers no DNS lookups', async () => {
  const netLog = path.join(folder, 'net-log.json')
  const running = await launch({
    offline: true,
    view: 'help',
    args: [`--log-net-log=${netLog}`],
    expected: [/./]
  })
  await running.page.evaluate(hint, canary)
  await running.page.evaluate((host) => {
    const connection = new RTCPeerConnection({
      iceServers: [{ urls: `turn:${host}?transport=tcp`, username: 'someone', credential: 'something' }]
    })
    connection.createDataChannel('reach')
    void connection.createOffer().then((offer) => connection.setLocalDescription(offer))
    Object.assign(window, { connection })
  }, canary)
  await expect.poll(() => running.page.evaluate(() => window.connection?.iceGatheringState)).toBe('complete')
  // A positive control.
  await running.app.evaluate(
    ({ session }, host) => session.defaultSession.resolveHost(host).catch(() => null),
    control
  )
  await running.close()
  expect(resolved(await readFile(netLog, 'utf8'))).toContain(control)
  expect(resolved(await readFile(netLog, 'utf8'))).not.toContain(canary)
})

test('follows the same hint in an unprotected window', async () => {
  const netLog = path.join(folder, 'net-log.json')
  await writeFile(path.join(folder, 'package.json'), '{"name":"control","version":"1.0.0","main":"main.cjs"}')
  await writeFile(
    path.join(folder, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron')
     app.whenReady().then(() => new BrowserWindow().loadURL('data:text/html,<title>control</title>control'))`
  )
  const app = await _electron.launch({
    executablePath: runtime(),
    args: [
      ...(runningAsRoot ? ['--no-sandbox'] : []),
      folder,
      `--user-data-dir=${folder}/data`,
      `--log-net-log=${netLog}`
    ],
    env: startEnvironment()
  })
  const page = await app.firstWindow()
  await page.evaluate(hint, canary)
  await app.evaluate(
    ({ session }, host) => session.defaultSession.resolveHost(host).catch(() => null),
    control
  )
  await app.close()
  expect(resolved(await readFile(netLog, 'utf8'))).toContain(canary)
})

/** From the resolver only. */
function resolved(netLog: string): string {
  const { constants, events } = parse(netLog)
  const kinds = Object.entries(constants.logEventTypes)
    .filter(([name]) => name.startsWith('HOST_RESOLVER'))
    .map(([, kind]) => kind)
  return JSON.stringify(events.filter((event) => kinds.includes(event.type)))
}

interface NetLog {
  readonly constants: { readonly logEventTypes: Record<string, number> }
  readonly events: readonly { readonly type: number }[]
}

/** A truncated log lacks closing brackets. */
function parse(text: string): NetLog {
  try {
    return JSON.parse(text) as NetLog
  } catch {
    return JSON.parse(`${text.trimEnd().replace(/,$/, '')}]}`) as NetLog
  }
}
