import { ready } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({
  offline: true,
  sandboxRate: 1000,
  settings: { frameRate: 'full' },
  between: () => Promise.resolve()
})

/** Runs before the page, sees every port and can stop drawing. */
test.beforeAll(() =>
  running.page.addInitScript(() => {
    const listening: NonNullable<Window['listening']> = { ports: [], frames: [], closed: 0, held: null }
    Object.assign(window, { listening })
    const draw = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (work) => (listening.held ? listening.held.push(work) : draw(work))
    window.addEventListener('message', (event) => {
      const port = event.ports[0]
      if (event.data !== 'leadline:feed-port' || !port) return
      listening.ports.push(port)
      port.addEventListener('message', ({ data }) => listening.frames.push(data))
      port.addEventListener('close', () => listening.closed++)
    })
  })
)
test.beforeEach(async () => {
  await running.page.reload()
  await ready(running.page)
})

const received = () =>
  running.page.evaluate(() => {
    const { ports, frames, closed } = window.listening ?? { ports: [], frames: [], closed: 0 }
    return {
      ports: ports.length,
      frames: frames.length,
      closed,
      sequences: frames.map((frame) => frame.sequence),
      taken: frames.map((frame) => frame.health?.at ?? 0)
    }
  })

test('gives each load its own port with a new sequence', async () => {
  for (let load = 0; load < 2; load++) {
    if (load > 0) {
      await running.page.reload()
      await ready(running.page)
    }
    await expect.poll(async () => (await received()).frames).toBeGreaterThan(1)
    const { ports, sequences } = await received()
    expect(ports).toBe(1)
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
  }
})

test('sends the newest frame only after the last one was drawn', async () => {
  const { page } = running
  await expect.poll(async () => (await received()).frames).toBeGreaterThan(0)
  // At most one more frame after drawing stops.
  const before = await page.evaluate(() => {
    window.listening!.held = []
    return window.listening!.frames.length
  })
  await expect.poll(async () => (await received()).frames).toBeGreaterThan(before)
  const held = await received()
  // Once a second.
  const offered = async () =>
    (await call(page, (bridge) => bridge.call.diagnostics.health())).filter(
      ({ at }) => at > held.taken.at(-1)!
    )
  await expect.poll(async () => (await offered()).length).toBeGreaterThan(2)
  const newest = (await offered()).at(-1)!.at
  expect((await received()).frames).toBe(held.frames)

  await page.evaluate(() => {
    const waiting = window.listening!.held!
    window.listening!.held = null
    waiting.forEach((draw) => requestAnimationFrame(draw))
  })
  await expect.poll(async () => (await received()).frames).toBeGreaterThan(held.frames)
  const after = await received()
  expect(after.sequences[held.frames]).toBe(held.sequences.at(-1)! + 1)
  expect(after.taken[held.frames]).toBeGreaterThanOrEqual(newest)
})

test('sends main’s health in the frames', async () => {
  // Market frames come in between.
  const sent = () => running.page.evaluate(() => window.listening?.frames.find(({ health }) => health))
  await expect.poll(sent).toBeTruthy()
  const frame = await sent()
  expect(frame).toMatchObject({
    kind: 'frame',
    health: { heap: expect.any(Number), loopDelay: expect.any(Number) }
  })
  expect(frame?.health?.heap).toBeGreaterThan(1_000_000)
})

test('queues pushes in order while a window loads', async () => {
  await running.page.addInitScript(() => {
    const received: string[] = []
    Object.assign(window, { received })
    document.addEventListener('DOMContentLoaded', () => {
      window.leadline!.on('app.command', ({ id }) => received.push(id))
    })
  })
  const ids = ['help.open', 'help.shortcuts', 'help.about', 'help.open']
  await running.app.evaluate(
    ({ BrowserWindow, Menu }, commands) =>
      new Promise<void>((done) => {
        const contents = BrowserWindow.getAllWindows()[0]!.webContents
        contents.once('did-start-navigation', () =>
          // While the page loads.
          setImmediate(() => {
            for (const id of commands) Menu.getApplicationMenu()?.getMenuItemById(id)?.click()
            done()
          })
        )
        contents.reload()
      }),
    ids
  )
  await ready(running.page)
  await expect.poll(() => running.page.evaluate(() => window.received)).toEqual(ids)
})

test('closes the port with the page, and survives a closed port', async () => {
  await expect.poll(async () => (await received()).frames).toBeGreaterThan(0)
  // A new start must close the old port.
  await running.page.evaluate(() => window.leadline!.call.app.ready())
  await expect.poll(async () => (await received()).closed).toBe(1)
  await expect.poll(async () => (await received()).ports).toBe(2)
  const appeared = running.app.waitForEvent('window')
  await running.page.evaluate(() => window.leadline!.call.windows.open({ view: 'settings' }))
  const second = await appeared
  await ready(second)
  await running.page.close()
  expect(await second.evaluate(() => window.leadline!.call.app.about().then(({ ok }) => ok))).toBe(true)
})
