import { execFileSync } from 'node:child_process'
import { lstat, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { blocksOf, watchBlocks } from '../hostile/blocks'
import {
  childKinds,
  fillDisk,
  mountReadOnly,
  mountSmallDisk,
  openToOthers,
  pidOf,
  startAgain,
  unmount
} from '../hostile/computer'
import { live, stream } from '../hostile/desk'
import { isSoak, report } from '../hostile/report'
import { launch, makeUserData, type RunningApp } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { messagesRead } from './own-service'
import { sandboxThread } from './sandbox-thread'
import { endStoreThread } from './store-thread'
import { test } from './test'

let userData: string
let hasOwnDisk = false
let running: RunningApp | undefined
const app = () => running!.app
const page = () => running!.page

const read = (name: string) => readFile(path.join(userData, name), 'utf8')
const damagedCopies = async (name: string) =>
  (await readdir(userData)).filter((entry) => entry.startsWith(`${name}.damaged-`))

/** With links, old modes and leftovers. */
test.beforeAll(async () => {
  userData = await makeUserData()
  hasOwnDisk = await mountSmallDisk(userData, 96)
  const put = (name: string, content: string) => writeFile(path.join(userData, name), content)
  await put('linked-to.json', JSON.stringify({ version: 1, guideDone: true }))
  await symlink('linked-to.json', path.join(userData, 'settings.json'))
  execFileSync('mkfifo', [path.join(userData, 'alerts.json')])
  await put('windows.json', '{')
  for (let copy = 10; copy < 30; copy++) await put(`windows.json.damaged-2026-01-${copy}`, '{')
  // Chromium's developer tools in the control window.
  running = await launch({ userData, expected: [/Autofill\./] })
  // Waits for the connection.
  const watch = () => page().evaluate(() => window.leadline!.call.markets.watch({ market: 'BTCUSD' }))
  await expect.poll(async () => (await watch()).ok, { timeout: 30_000 }).toBe(true)
  await live(page())
  await watchBlocks(app())
})
test.afterAll(async () => {
  try {
    await running?.close()
  } finally {
    if (hasOwnDisk) await unmount(userData)
    await rm(userData, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** Reports how long main was blocked. */
async function withstand(attack: string, work: () => Promise<string>) {
  await blocksOf(app(), attack)
  const outcome = await work()
  report({ attack, outcome, ...(await blocksOf(app(), attack)), canaries: [] })
}

const change = (theme: 'light' | 'dark') =>
  call(page(), ({ call: calls }) => calls.settings.read()).then(() =>
    page().evaluate((wanted) => window.leadline!.call.settings.change({ theme: wanted }), theme)
  )
const settings = () => call(page(), ({ call: calls }) => calls.settings.read())
const frame = () =>
  page().evaluate(() => new Promise<true>((drawn) => requestAnimationFrame(() => drawn(true))))
const repeats = isSoak ? 5 : 1

test('does not open developer tools', async () => {
  const opened = await app().evaluate(async ({ BrowserWindow }) => {
    const [own] = BrowserWindow.getAllWindows()
    const control = new BrowserWindow({ show: false })
    const opening = new Promise<void>((done) => control.webContents.once('devtools-opened', () => done()))
    own!.webContents.openDevTools({ mode: 'detach' })
    control.webContents.openDevTools({ mode: 'detach' })
    await opening
    const both = [own!, control].map(({ webContents }) => webContents.devToolsWebContents !== null)
    control.destroy()
    return both
  })
  expect(opened).toEqual([false, true])
})

test('opens a data folder with links, pipes and damaged copies safely', async () => {
  expect((await lstat(path.join(userData, 'settings.json'))).isSymbolicLink()).toBe(true)
  await change('light')
  await expect.poll(() => read('linked-to.json')).toContain('light')
  expect((await lstat(path.join(userData, 'settings.json'))).isSymbolicLink()).toBe(true)
  expect((await damagedCopies('windows.json')).length).toBeLessThanOrEqual(10)
  expect(await damagedCopies('alerts.json')).toHaveLength(1)
  await expect.poll(() => openToOthers(userData)).toEqual([])
})

test('keeps changes made while the disk is full', async () => {
  test.skip(!hasOwnDisk, 'mounting is not allowed here')
  await withstand('computer: full disk', async () => {
    await change('dark')
    await expect.poll(() => read('linked-to.json')).toContain('dark')
    const { fill, makeRoom } = fillDisk(userData)
    const themes = { dark: 'light', light: 'dark' } as const
    let onDisk: keyof typeof themes = 'light'
    // A change is saved after all if the app freed space just before it.
    const changeOnFullDisk = async () => {
      onDisk = themes[onDisk]
      await fill()
      await change(themes[onDisk])
      return (await settings()).notSaved
    }
    await expect.poll(changeOnFullDisk).toContain('could not be saved')
    expect(await read('linked-to.json')).toContain(onDisk)
    await call(page(), ({ call: calls }) => calls.markets.watch({ market: 'ETHUSD' }))
    await live(page())
    await makeRoom()
    if (!isSoak) await page().evaluate(() => window.leadline!.call.settings.change({ sounds: false }))
    // Retried automatically.
    await expect.poll(() => read('linked-to.json'), { timeout: 45_000 }).toContain(themes[onDisk])
    await expect.poll(() => read('markets.json'), { timeout: 45_000 }).toContain('ETHUSD')
    expect((await settings()).notSaved).toBeNull()
    return 'said, and written once there was room'
  })
})

test('reports a read-only disk, and saves once it is writable', async () => {
  test.skip(!hasOwnDisk, 'mounting is not allowed here')
  await withstand('computer: read-only disk', async () => {
    const makeWritable = await mountReadOnly(userData)
    await change('dark')
    await expect.poll(async () => (await settings()).notSaved).toContain('could not be saved')
    const mark = page().getByRole('link', { name: 'Changes not saved' })
    await expect(mark).toHaveAttribute('title', /The settings could not be saved/)
    await live(page())
    await makeWritable()
    await change('light')
    await expect(mark.and(page().getByTitle('The settings could not be saved'))).toHaveCount(0)
    await expect.poll(async () => (await settings()).notSaved).toBeNull()
    await expect.poll(() => read('linked-to.json')).toContain('light')
    return 'said, and written again'
  })
})

test('stays responsive on a slow disk', async () => {
  await app().evaluate(async () => {
    const { open } = process.getBuiltinModule('node:fs/promises')
    const file = await open('/dev/null', 'w')
    const every: { sync: () => Promise<void> } = Object.getPrototypeOf(file)
    const { sync } = every
    every.sync = function () {
      return new Promise((done) => setTimeout(() => done(Reflect.apply(sync, this, [])), 1000))
    }
    await file.close()
    globalThis.undo = () => void (every.sync = sync)
  })
  await withstand('computer: slow disk', async () => {
    const changes = Array.from({ length: 20 }, (_, count) => change(count % 2 === 0 ? 'light' : 'dark'))
    await expect.poll(async () => (await settings()).settings.theme).toBe('dark')
    await live(page())
    await Promise.all(changes)
    expect(await read('linked-to.json')).toContain('dark')
    return 'used at once, and written in the end'
  })
  await app().evaluate(() => globalThis.undo?.())
})

test('survives killing every child process', async () => {
  test.setTimeout(isSoak ? 600_000 : 90_000)
  const kill = async (name: keyof typeof childKinds) => {
    const before = await pidOf(app(), childKinds[name])
    expect(before, name).toBeGreaterThan(0)
    process.kill(before, 'SIGKILL')
    await expect
      .poll(
        async () => {
          const now = await pidOf(app(), childKinds[name])
          return now !== 0 && now !== before
        },
        { timeout: 30_000, intervals: [50] }
      )
      .toBe(true)
  }
  // By default Chromium exits at the seventh crash.
  await withstand('computer: GPU process killed 7 times', async () => {
    for (let death = 1; death <= 7 * repeats; death++) await kill('GPU')
    expect(await frame()).toBe(true)
    return 'draws again'
  })
  for (let count = 0; count < repeats; count++) {
    await withstand('computer: network process killed', async () => {
      await kill('network')
      await live(page())
      return 'live'
    })
    await withstand('computer: sandbox thread ended', async () => {
      const ended = await sandboxThread(app(), true)
      expect(ended).toBeGreaterThan(0)
      await expect
        .poll(async () => [null, ended].includes(await sandboxThread(app())), { timeout: 30_000 })
        .toBe(false)
      await live(page())
      return 'live again'
    })
    await withstand('computer: store thread ended', async () => {
      await endStoreThread(app(), page())
      const state = () => call(page(), ({ call: calls }) => calls.addresses.read())
      await expect.poll(async () => (await state()).phase).toBe('failed')
      await page().evaluate(
        (id) => window.leadline!.call.addresses.open({ profileId: id! }),
        (await state()).profileId
      )
      await expect.poll(async () => (await state()).phase).toBe('ready')
      return 'said, and ready once it was started again'
    })
  }
})

test('recovers after clock changes and sleep', async () => {
  const moveClock = (milliseconds: number) =>
    app().evaluate((_electron, by) => {
      const { now } = Date
      Date.now = () => now() + by
    }, milliseconds)
  const emit = (event: 'suspend' | 'resume') =>
    app().evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event)
  for (let count = 0; count < repeats; count++) {
    for (const hours of [1, -2, 24 * 365, -24 * 365 + 1]) {
      await withstand(`computer: clock moved by ${hours} hours`, async () => {
        await moveClock(hours * 3_600_000)
        const before = await messagesRead(page())
        await expect.poll(() => messagesRead(page())).toBeGreaterThan(before + 20 * repeats)
        await live(page())
        return 'live, with new messages'
      })
    }
    await withstand('computer: suspended and resumed', async () => {
      await emit('suspend')
      for (let times = 0; times < 20; times++) await emit('resume')
      await live(page())
      return (await stream(page())).phase
    })
  }
})

test('ends a second instance with a very long link', async () => {
  await withstand('computer: link of 100,000 letters', async () => {
    expect(await startAgain(userData, [`leadline://${'x'.repeat(100_000)}`])).toMatch(
      /^1 .*command line is too long/s
    )
    await live(page())
    return 'refused'
  })
})

test('restores a window whose process was killed', async () => {
  await app().evaluate(({ dialog }) => {
    globalThis.asked = []
    dialog.showMessageBox = async (...all: unknown[]) => {
      globalThis.asked!.push((all.at(-1) as { message: string }).message)
      return { response: 0, checkboxChecked: false }
    }
  })
  const before = await pidOf(app(), childKinds.renderer)
  process.kill(before, 'SIGKILL')
  await expect
    .poll(() => app().evaluate(() => globalThis.asked))
    .toEqual(['This window has stopped working.'])
  await expect.poll(() => pidOf(app(), childKinds.renderer)).not.toBe(before)
  await expect
    .poll(() =>
      app().evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          'window.leadline.call.markets.read().then((result) => result.ok)'
        )
      )
    )
    .toBe(true)
})
