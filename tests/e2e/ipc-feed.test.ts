import { expect, test, type Page } from '@playwright/test'
import { launch, ready } from './app'

/** Listens before the page itself does: from the next load on, it sees every port that main hands over. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const listening: NonNullable<Window['listening']> = { ports: [], frames: [], closed: 0 }
    Object.assign(window, { listening })
    window.addEventListener('message', (event) => {
      const port = event.ports[0]
      if (event.data !== 'leadline:feed-port' || !port) return
      listening.ports.push(port)
      port.addEventListener('message', ({ data }) => listening.frames.push(data))
      port.addEventListener('close', () => listening.closed++)
    })
  })
const heard = (page: Page) =>
  page.evaluate(() => {
    const { ports, frames, closed } = window.listening ?? { ports: [], frames: [], closed: 0 }
    return {
      ports: ports.length,
      frames: frames.length,
      closed,
      sequences: frames.map((frame) => frame.sequence)
    }
  })

test('each load gets one port of its own, and frames come one at a time', async () => {
  const running = await launch()
  await listen(running.page)
  for (let load = 0; load < 2; load++) {
    await running.page.reload()
    await ready(running.page)
    await expect.poll(async () => (await heard(running.page)).frames).toBeGreaterThan(1)
    const { ports, sequences } = await heard(running.page)
    expect(ports).toBe(1)
    // A new port counts from one, without gaps: nothing is sent before the last frame was drawn.
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
  }
  await running.close()
})

test('the frames tell how main does', async () => {
  const running = await launch()
  await listen(running.page)
  await running.page.reload()
  // Markets have frames of their own between the seconds in which main tells of itself.
  const told = () => running.page.evaluate(() => window.listening?.frames.find(({ health }) => health))
  await expect.poll(told).toBeTruthy()
  const frame = await told()
  expect(frame).toMatchObject({
    kind: 'frame',
    health: { heap: expect.any(Number), loopDelay: expect.any(Number) }
  })
  expect(frame?.health?.heap).toBeGreaterThan(1_000_000)
  await running.close()
})

test('the port closes when the page stops being ready, and main lives on when its other end goes', async () => {
  const running = await launch()
  await listen(running.page)
  await running.page.reload()
  await expect.poll(async () => (await heard(running.page)).frames).toBeGreaterThan(0)
  // Asking again for the start is a new start: the old port must not stay open beside the new one.
  await running.page.evaluate(() => window.leadline!.call.app.ready())
  await expect.poll(async () => (await heard(running.page)).closed).toBe(1)
  await expect.poll(async () => (await heard(running.page)).ports).toBe(2)
  const appeared = running.app.waitForEvent('window')
  await running.page.evaluate(() => window.leadline!.call.windows.open({ view: 'settings' }))
  const second = await appeared
  await ready(second)
  await running.page.close()
  expect(await second.evaluate(() => window.leadline!.call.app.about().then(({ ok }) => ok))).toBe(true)
  await running.close()
})

test('pushes wait for a window that is loading and then come in order', async () => {
  const running = await launch()
  await running.page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    document.addEventListener('DOMContentLoaded', () => {
      window.leadline!.on('app.command', ({ id }) => heard.push(id))
    })
  })
  const ids = ['help.open', 'help.shortcuts', 'help.about', 'help.open']
  await running.app.evaluate(
    ({ BrowserWindow, Menu }, commands) =>
      new Promise<void>((done) => {
        const contents = BrowserWindow.getAllWindows()[0]!.webContents
        contents.once('did-start-navigation', () =>
          // The page is on its way and cannot have asked for its start yet.
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
  await expect.poll(() => running.page.evaluate(() => window.heard)).toEqual(ids)
  await running.close()
})
