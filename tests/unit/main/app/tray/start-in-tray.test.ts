import { expect, it } from 'vitest'
import { startInTray } from '#main/app/tray/start-in-tray'
import type { Settings } from '#shared/contract/app/settings'

/** `tray`: the number of the question at which the tray is there. */
async function start({
  tray = Infinity,
  opened = Infinity,
  preference = 'ask' as Settings['lastWindow'],
  platform = 'linux'
}) {
  let asked = 0
  let minimized = 0
  await startInTray({
    platform,
    preference: () => preference,
    isTrayAvailable: () => Promise.resolve(++asked >= tray),
    hasWindows: () => asked >= opened,
    openMinimized: () => minimized++,
    pause: 0
  })
  return { asked, minimized }
}

it('waits for a tray that comes late', async () => {
  expect(await start({ tray: 1 })).toEqual({ asked: 1, minimized: 0 })
  expect(await start({ tray: 4 })).toEqual({ asked: 4, minimized: 0 })
})

it('is minimized without a tray, and if the user wants none', async () => {
  expect(await start({})).toEqual({ asked: 10, minimized: 1 })
  expect(await start({ tray: 1, preference: 'quit' })).toEqual({ asked: 0, minimized: 1 })
})

it('opens nothing more once the user opened a window', async () => {
  expect(await start({ opened: 2 })).toEqual({ asked: 2, minimized: 0 })
})

it('stays in the Dock of macOS', async () => {
  expect(await start({ platform: 'darwin' })).toEqual({ asked: 0, minimized: 0 })
})
