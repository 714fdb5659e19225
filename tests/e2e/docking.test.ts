import type { Page } from '@playwright/test'
import { panelKinds, panelSpecs } from '#shared/domain/workspace/index'
import { ready } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { violations } from './face'
import { addPanel } from './panels'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({ offline: true, size: [1680, 1050] })
test.beforeEach(() => expect(region(running.page, 'Depth BTCUSD')).toBeVisible())

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const title = (page: Page, name: string) => region(page, name).locator('header h2')
const boxOf = async (page: Page, name: string) => (await region(page, name).boundingBox())!
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Workspaces' }).getByRole('tab', { name })

/** In fractions of another panel. */
async function hold(page: Page, panel: string, over: string, x: number, y: number) {
  const from = (await title(page, panel).boundingBox())!
  const to = await boxOf(page, over)
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, from.y + 20)
  await page.mouse.move(to.x + to.width * x, to.y + to.height * y, { steps: 3 })
}

test('drags a panel beside another and into its tabs, as previewed', async () => {
  const { page } = running
  const before = await boxOf(page, 'Trades BTCUSD')
  await hold(page, 'Trades BTCUSD', 'Chart BTCUSD', 0.1, 0.5)
  const shown = (await page.locator('[data-preview]').boundingBox())!
  await page.mouse.up()
  await expect.poll(() => boxOf(page, 'Trades BTCUSD')).toEqual(shown)

  await hold(page, 'Depth BTCUSD', 'Order book BTCUSD', 0.5, 0.5)
  await page.mouse.up()
  const tabs = page.getByRole('tablist', { name: 'Tabs with Depth BTCUSD' })
  await expect(tabs.getByRole('tab')).toHaveText([/Order book BTCUSD/, /Depth BTCUSD/])
  await expect(region(page, 'Order book BTCUSD')).toHaveCount(0)
  await tabs.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(region(page, 'Order book BTCUSD')).toBeVisible()
  await expect(region(page, 'Depth BTCUSD')).toHaveCount(0)

  await page.keyboard.press('Control+Z')
  await expect(page.getByText('Undone: Move Depth')).toBeVisible()
  await page.keyboard.press('Control+Z')
  await expect.poll(() => boxOf(page, 'Trades BTCUSD')).toEqual(before)
  await expect(page.getByRole('tablist', { name: /^Tabs/ })).toHaveCount(0)
})

test('cancels a drag with Esc, refuses it while locked, and moves separators', async () => {
  const { page } = running
  const before = await boxOf(page, 'Depth BTCUSD')
  await hold(page, 'Depth BTCUSD', 'Order book BTCUSD', 0.1, 0.5)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-preview]')).toHaveCount(0)
  await page.mouse.up()
  expect(await boxOf(page, 'Depth BTCUSD')).toEqual(before)

  const line = page.getByRole('separator', { name: 'Between Watchlist and Chart BTCUSD' })
  const at = (await line.boundingBox())!
  await page.mouse.move(at.x, at.y + 200)
  await page.mouse.down()
  await page.mouse.move(at.x + 100, at.y + 200, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => (await line.boundingBox())!.x).toBe(at.x + 100)
  await line.press('ArrowLeft')
  await expect.poll(async () => (await line.boundingBox())!.x).toBeLessThan(at.x + 100)
  await line.dblclick({ position: { x: 0, y: 300 } })
  await expect(line).toHaveAttribute('aria-valuenow', '50')

  await page.getByRole('button', { name: 'Menu of BTC desk' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Lock the layout' }).click()
  await expect(page.getByRole('separator', { name: /^Between/ })).toHaveCount(0)
  await hold(page, 'Depth BTCUSD', 'Order book BTCUSD', 0.1, 0.5)
  await expect(page.locator('[data-preview]')).toHaveCount(0)
  await page.mouse.up()
})

test('edits the whole layout by keyboard', async () => {
  const { page } = running
  await title(page, 'Depth BTCUSD').click()
  await page.keyboard.press('f')
  await expect(region(page, 'Watchlist')).toHaveCount(0)
  await expect(region(page, 'Depth BTCUSD')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(region(page, 'Watchlist')).toBeVisible()
  const before = await boxOf(page, 'Depth BTCUSD')
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expect.poll(async () => (await boxOf(page, 'Depth BTCUSD')).height).toBeLessThan(before.height)
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await expect.poll(async () => (await boxOf(page, 'Depth BTCUSD')).x).toBeLessThan(before.x + 1)
  await page.keyboard.press('F6')
  await expect(page.locator('main :focus').locator('section')).toHaveCount(1)

  await page.keyboard.press('Control+2')
  await expect(tab(page, 'Majors ×4')).toHaveAttribute('aria-selected', 'true')
  await expect(region(page, 'Chart ETHUSD')).toBeVisible()
  await page.keyboard.press('Control+T')
  await page
    .getByRole('dialog', { name: 'New workspace' })
    .getByRole('button', { name: /^Empty/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Workspace is empty' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add panel' }).click()
  await page
    .getByRole('dialog', { name: 'Add panel' })
    .getByRole('button', { name: /^Trades/ })
    .click()
  await expect(page.getByRole('region', { name: /^Trades/ })).toBeVisible()
  await tab(page, 'Workspace').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Night')
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Night')).toBeVisible()
})

/** Headers with a cut name or market, at each width from the smallest, beside state words of each length. */
const cutHeaders = (page: Page, words: readonly string[]) =>
  page.evaluate(
    ({ minWidths, states }) => {
      const cut = (element: Element) => element.scrollWidth > element.clientWidth + 1
      const kinds = Object.keys(minWidths)
      const panels = kinds.map((kind) => document.querySelector<HTMLElement>(`section[data-kind="${kind}"]`)!)
      return panels.flatMap((panel) => {
        const head = panel.querySelector('header')!
        const state = head.querySelector('.end .word')!
        const name = head.querySelector('h2 .words')!
        const found: string[] = []
        for (const word of states)
          for (let width = minWidths[panel.dataset['kind']!]!; width < 640; width += 10) {
            panel.style.width = `${width}px`
            state.firstChild!.nodeValue = word
            state.classList.remove('plain')
            const [box, room] = [name, name.parentElement!].map((each) => each.getBoundingClientRect())
            const isShown = getComputedStyle(name).clipPath === 'none' && box!.top < room!.bottom - 1
            const market = head.querySelector(':scope > button.panel-tool')
            const end = head.querySelector('.end')!.getBoundingClientRect().right
            const isOver = end > head.getBoundingClientRect().right
            const isCut = isShown && (cut(name) || box!.right > room!.right + 1)
            if (isCut || (market && cut(market)) || isOver) found.push(`${panel.ariaLabel} ${word} ${width}`)
          }
        panel.style.width = ''
        return found
      })
    },
    {
      minWidths: Object.fromEntries(panelKinds.map((kind) => [kind, panelSpecs[kind].minRoom.width])),
      states: words
    }
  )

test('adds a panel of every kind with enough space, whose header never cuts off its name or market', async () => {
  const { page } = running
  for (const kind of panelKinds)
    await expect(await addPanel(page, kind)).toHaveAttribute('aria-label', RegExp(panelSpecs[kind].title))
  expect(await cutHeaders(page, ['Live', 'Rebuilding', 'Not subscribed'])).toEqual([])
})

test('drags a panel into its own window, adds another, and returns both', async () => {
  const { app, page } = running
  await call(page, (bridge) => bridge.call.connections.connect({ id: 'local-sandbox' }))
  const opening = app.waitForEvent('window')
  const from = (await title(page, 'Trades BTCUSD').boundingBox())!
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 30)
  await page.mouse.move(-300, 300, { steps: 3 })
  await expect(page.getByText('Trades BTCUSD to a new window')).toBeVisible()
  await page.mouse.up()
  const small = await opening
  await ready(small)
  await expect(region(small, 'Trades BTCUSD')).toBeVisible()
  await expect(small).toHaveTitle('Trades BTCUSD – BTC desk – Leadline')
  await expect(small.getByRole('banner').first()).toContainText('LOCAL SANDBOX')
  expect(await violations(small)).toEqual([])

  const place = await app.evaluate(({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows()
    const [inner, outer] = ['Trades', 'Markets'].map((word) =>
      windows.find((each) => each.getTitle().includes(word))!
    )
    outer!.setPosition(0, 0)
    inner!.setBounds({ x: 1800, y: 100, width: 420, height: 600 })
    return inner!.getContentBounds()
  })
  await expect
    .poll(() => small.evaluate(() => [screenX, screenY, innerWidth, innerHeight].join(' ')))
    .toBe([place.x, place.y, place.width, place.height].join(' '))
  await expect.poll(() => page.evaluate(() => [screenX, screenY].join(' '))).toBe('0 0')
  const depth = (await title(page, 'Depth BTCUSD').boundingBox())!
  const origin = await page.evaluate(() => window.screenY)
  await page.mouse.move(depth.x + 8, depth.y + 8)
  await page.mouse.down()
  await page.mouse.move(depth.x + 40, depth.y + 30)
  await page.mouse.move(place.x + 210, place.y - origin + 560, { steps: 3 })
  await expect(small.locator('[data-preview]')).toBeVisible()
  // The other window has the answer.
  await expect(page.getByText('Depth BTCUSD to a new window')).toHaveCount(0)
  await page.mouse.up()
  await expect(region(small, 'Depth BTCUSD')).toBeVisible()
  await expect(region(page, 'Depth BTCUSD')).toHaveCount(0)

  const closing = small.waitForEvent('close')
  await small.getByRole('button', { name: 'Window menu' }).click()
  await small.getByRole('menuitem', { name: 'Return to main window' }).click()
  await closing
  await expect(region(page, 'Depth BTCUSD')).toBeVisible()
  await expect(region(page, 'Trades BTCUSD')).toBeVisible()
})
