import { expect } from './expect'
import { kinds, reachOut } from './reach-out'
import { sharedApp } from './shared-app'
import { countingServer, silentServer, type CountingServer } from './servers'
import { test } from './test'

const running = sharedApp({
  own: true,
  offline: true,
  view: 'help',
  expected: [/./],
  between: () => Promise.resolve()
})
let server: CountingServer
test.beforeEach(async () => {
  server = await countingServer()
})
test.afterEach(() => server.close())

/** An unprotected control window. */
async function openControl() {
  const appeared = running.app.waitForEvent('window')
  await running.app.evaluate(async ({ BrowserWindow, session }, address) => {
    const control = new BrowserWindow({ webPreferences: { session: session.fromPartition('control') } })
    control.webContents.setWebRTCIPHandlingPolicy('default')
    control.webContents.removeAllListeners('will-frame-navigate')
    await control.loadURL(address)
  }, `${server.address}/page`)
  return appeared
}

test('reaches no server from a window', async () => {
  await running.page.evaluate(reachOut, { address: `${server.address}/window`, kinds })
  // After the window's attempts.
  const control = await openControl()
  await control.evaluate(reachOut, { address: `${server.address}/control`, kinds })
  for (const kind of kinds) await expect.poll(() => server.paths, kind).toContain(`/control/${kind}`)
  expect(server.paths.filter((path) => path.startsWith('/window'))).toEqual([])
})

test('reaches no server even without a content security policy', async () => {
  const appeared = running.app.waitForEvent('window')
  await running.app.evaluate(async ({ BrowserWindow, session }) => {
    const bare = new BrowserWindow({ webPreferences: { session: session.fromPartition('windows') } })
    await bare.loadURL('about:blank')
  })
  const bare = await appeared
  await bare.evaluate(reachOut, { address: `${server.address}/bare`, kinds })
  const control = await openControl()
  await control.evaluate(reachOut, { address: `${server.address}/control`, kinds: ['fetch'] })
  await expect.poll(() => server.paths).toContain('/control/fetch')
  const fromMain = await running.app.evaluate(
    ({ session }, address) =>
      session
        .fromPartition('windows')
        .fetch(address)
        .then(
          () => 'answered',
          () => 'refused'
        ),
    `${server.address}/bare/main`
  )
  expect(fromMain).toBe('refused')
  expect(server.paths.filter((path) => path.startsWith('/bare'))).toEqual([])
})

test('reaches no TURN server over TCP', async () => {
  const [forWindow, forControl] = [await silentServer(), await silentServer()]
  const gather = (port: number) => {
    const connection = new RTCPeerConnection({
      iceServers: [
        { urls: `turn:127.0.0.1:${port}?transport=tcp`, username: 'someone', credential: 'something' },
        { urls: `turns:127.0.0.1:${port}?transport=tcp`, username: 'someone', credential: 'something' }
      ]
    })
    connection.createDataChannel('reach')
    Object.assign(window, { connection })
    return connection.createOffer().then((offer) => connection.setLocalDescription(offer))
  }
  await running.page.evaluate(gather, forWindow.port)
  const control = await openControl()
  await control.evaluate(gather, forControl.port)
  await expect.poll(() => forControl.connections()).toBeGreaterThan(0)
  await expect.poll(() => running.page.evaluate(() => window.connection?.iceGatheringState)).toBe('complete')
  expect(forWindow.connections()).toBe(0)
  await Promise.all([forWindow.close(), forControl.close()])
})
