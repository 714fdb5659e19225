import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { WindowContent } from '#shared/contract/workspace/windows'
import type { WorkspacesState } from '#shared/contract/workspace/workspaces'
import { ready } from './app'
import { expect } from './expect'
import { act, readWorkspaces } from './panels'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({ own: true, offline: true })

interface Kept {
  readonly windows: readonly {
    readonly key: string
    readonly content: WindowContent
    readonly onTop: boolean
    readonly bounds: Rectangle
  }[]
  readonly arrangements: readonly {
    readonly displays: string
    readonly places: Readonly<Record<string, { readonly bounds: Rectangle }>>
  }[]
}
interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const kept = async () =>
  JSON.parse(await readFile(path.join(running.userData, 'windows.json'), 'utf8')) as Kept

const panel = ({ all }: WorkspacesState, workspace: number, kind: string) =>
  Object.values(all[workspace]!.panels).find((each) => each.kind === kind)!.id

async function popOut(workspace: number, kind: string): Promise<Page> {
  const state = await readWorkspaces(running.page)
  const appeared = running.app.waitForEvent('window')
  const { id } = state.all[workspace]!
  await act(running.page, {
    do: 'panel.popOut',
    workspace: id,
    panel: panel(state, workspace, kind),
    withTabs: false
  })
  const page = await appeared
  await ready(page)
  return page
}

/** All windows with content, bounds and state. */
const windowsOf = async () => {
  const { app } = running
  const all = await Promise.all(
    app.windows().map(async (page) => {
      const handle = await app.browserWindow(page)
      return handle.evaluate((browser) => ({
        bounds: browser.getNormalBounds(),
        onTop: browser.isAlwaysOnTop()
      }))
    })
  )
  return all.sort((one, other) => one.bounds.width - other.bounds.width)
}

const place = async (page: Page, bounds: Rectangle) => {
  const handle = await running.app.browserWindow(page)
  await handle.evaluate((browser, wanted) => browser.setBounds(wanted), bounds)
}

test('returns the panels of a closed window, undoes that, and respects locks', async () => {
  const book = await popOut(0, 'book')
  const workspace = (await readWorkspaces(running.page)).all[0]!.id
  const frames = async () => (await readWorkspaces(running.page)).all[0]!.frames.length
  expect(await frames()).toBe(2)
  await running.page.evaluate(() => {
    const received: string[] = (window.received = [])
    window.leadline!.on('workspaces.pointed', (cursor) => received.push(String(cursor?.at)))
  })
  const received = () => running.page.evaluate(() => window.received)
  await book.evaluate(() =>
    window.leadline!.call.workspaces.point({ scope: null, link: 'a', market: 'BTCUSD', at: 42, price: null })
  )
  await expect.poll(received).toEqual(['42'])

  await act(running.page, { do: 'workspace.lock', workspace, locked: true })
  await book.evaluate(() => window.leadline!.call.windows.close())
  await expect(book.getByText(/layout of .* is locked/).first()).toBeVisible()
  expect(await frames()).toBe(2)

  await act(running.page, { do: 'workspace.lock', workspace, locked: false })
  const closed = book.waitForEvent('close')
  // The window may end before the call returns.
  await book.evaluate(() => window.leadline!.call.windows.close()).catch(() => null)
  await closed
  await expect.poll(frames).toBe(1)
  await expect.poll(received).toEqual(['42', 'undefined'])
  const appeared = running.app.waitForEvent('window')
  await act(running.page, { do: 'undo', workspace })
  const again = await appeared
  await ready(again)
  expect(await frames()).toBe(2)
  const gone = again.waitForEvent('close')
  await act(running.page, { do: 'redo', workspace })
  await gone
  await expect.poll(() => running.app.windows().length).toBe(1)
})

/** Simulates displays. */
const displays = (areas: readonly Rectangle[]) =>
  running.app.evaluate(({ screen }, found) => {
    void globalThis.undo?.()
    const { getAllDisplays, getPrimaryDisplay } = screen
    globalThis.undo = () => void Object.assign(screen, { getAllDisplays, getPrimaryDisplay })
    const all = found.map((bounds, index) => ({
      ...screen.getPrimaryDisplay(),
      id: index + 1,
      bounds,
      workArea: bounds,
      scaleFactor: 1
    }))
    screen.getAllDisplays = () => all
    screen.getPrimaryDisplay = () => all[0]!
    screen.emit('display-metrics-changed', {}, all[0], ['bounds'])
  }, areas)

const realDisplays = () =>
  running.app.evaluate(({ screen }) => {
    void globalThis.undo?.()
    screen.emit('display-metrics-changed', {}, screen.getPrimaryDisplay(), ['bounds'])
  })

test('moves windows off a removed display and back when it returns', async () => {
  const book = await popOut(0, 'book')
  const one = { x: 0, y: 0, width: 1000, height: 700 }
  const other = { x: 1000, y: 0, width: 800, height: 700 }
  const wanted = { x: 1200, y: 100, width: 300, height: 400 }
  const handle = await running.app.browserWindow(book)
  const where = () => handle.evaluate((browser) => browser.getBounds())
  await displays([one, other])
  // After the quiet period.
  await expect
    .poll(async () => {
      await place(running.page, { x: 0, y: 0, width: 960, height: 600 })
      await place(book, wanted)
      const known = (await kept()).arrangements.find((each) => each.displays.includes('1000,0'))
      return Object.values(known?.places ?? {}).map(({ bounds }) => bounds.x)
    })
    .toEqual([0, wanted.x])
  expect(await where()).toEqual(wanted)

  await displays([one])
  await expect.poll(where).toEqual({ ...wanted, x: 700 })
  await expect
    .poll(async () => (await kept()).windows.find(({ content }) => content.kind === 'frame')?.bounds.x)
    .toBe(700)
  await displays([one, other])
  await expect.poll(where).toEqual(wanted)
  const closed = book.waitForEvent('close')
  // The window may end before the call returns.
  await book.evaluate(() => window.leadline!.call.windows.close()).catch(() => null)
  await closed
  await realDisplays()
})

test('restores six windows of two workspaces with positions and views', async () => {
  const pages = [running.page]
  pages.push(await popOut(0, 'book'), await popOut(0, 'trades'), await popOut(1, 'chart'))
  const { all } = await readWorkspaces(running.page)
  for (const open of [
    () =>
      running.page.evaluate(
        (workspace) => window.leadline!.call.windows.openWorkspace({ workspace }),
        all[1]!.id
      ),
    () => running.page.evaluate(() => window.leadline!.call.windows.open({ view: 'diagnostics' }))
  ]) {
    const appeared = running.app.waitForEvent('window')
    await open()
    pages.push(await appeared)
    await ready(pages.at(-1)!)
  }
  // Distinct widths identify the windows.
  const widths = [1100, 250, 260, 500, 800, 970]
  for (const [index, page] of pages.entries())
    await place(page, { x: 20 + 30 * index, y: 40 + 10 * index, width: widths[index]!, height: 620 })
  await pages[1]!.evaluate(() => window.leadline!.call.windows.stayOnTop({ onTop: true }))
  await pages[0]!.evaluate(
    (workspace) => window.leadline!.call.windows.rememberWorkspace({ workspace }),
    all[1]!.id
  )
  await expect.poll(async () => (await kept()).windows.filter(({ onTop }) => onTop).length).toBe(1)
  const before = await windowsOf()
  expect(before).toHaveLength(6)
  expect(before.map(({ onTop }) => onTop)).toEqual([true, false, false, false, false, false])
  const stateBefore = await readWorkspaces(running.page)
  let left: Kept['windows'] = []
  await running.restart(async () => {
    left = (await kept()).windows
  })
  const contents = left.map(({ content }) => content)
  expect(contents.map(({ kind }) => kind).sort()).toEqual([
    'desk',
    'desk',
    'frame',
    'frame',
    'frame',
    'workspace'
  ])
  expect(contents.flatMap((one) => (one.kind === 'desk' ? one.view : [])).sort()).toEqual([
    'diagnostics',
    'markets'
  ])
  expect(new Set(contents.flatMap(({ workspace }) => workspace ?? [])).size).toBe(2)

  await expect.poll(() => running.app.windows().length).toBe(6)
  for (const page of running.app.windows()) await ready(page)
  await expect.poll(windowsOf).toEqual(before)
  const stateAfter = await readWorkspaces(running.page)
  expect(stateAfter.all.map(({ frames, panels }) => ({ frames, panels }))).toEqual(
    stateBefore.all.map(({ frames, panels }) => ({ frames, panels }))
  )
  await running.close()
  expect((await kept()).windows).toEqual(expect.arrayContaining([...left]))
})
