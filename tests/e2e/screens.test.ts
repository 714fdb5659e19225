import type { Page } from '@playwright/test'
import { pushChannel } from '#shared/contract/index'
import type { RunningApp } from './app'
import { expect } from './expect'
import { change, go, resize, run, views } from './face'
import { hasNoFaults } from './faults'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({ view: 'help', between: () => Promise.resolve() })

const notices = [
  'The settings could not be read, so Leadline started with its own and kept the old file beside the new one.',
  'No keychain answers on this computer: a client secret can be kept for this session only.'
]
/** Simulates main's warnings. */
const warn = async ({ app, page }: RunningApp) => {
  await app.evaluate(
    ({ BrowserWindow }, { channel, sentences }) => {
      const [window] = BrowserWindow.getAllWindows()
      for (const sentence of sentences) window?.webContents.send(channel, { sentence, kind: 'warning' })
    },
    { channel: pushChannel('app.notice'), sentences: notices }
  )
  for (const notice of notices) await expect(page.getByRole('status').getByText(notice)).toBeAttached()
}

/** Buttons covered by toasts. */
const coveredByNotices = (page: Page) =>
  page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => ({
        words: element.textContent?.trim() ?? '',
        box: element.getBoundingClientRect()
      }))
    const [list] = boxes('[aria-label="Notices"]')
    const buttons = boxes('dialog[open] button, form [aria-label="Actions"] button')
    if (!list || list.box.height < 20) return ['the notices are not seen']
    // A connection in use has a single action.
    if (buttons.length < 3) return ['the guide or the actions of the form are not seen']
    const { box } = list
    return buttons
      .filter((button) => {
        const across = Math.min(box.right, button.box.right) - Math.max(box.left, button.box.left)
        const down = Math.min(box.bottom, button.box.bottom) - Math.max(box.top, button.box.top)
        return across > 0 && down > 0
      })
      .map(({ words }) => words)
  })

/** Where the panels of the first workspace fit. */
const minDeskWidth = 880

const screens = [
  { width: 960, height: 600, zoom: 100, guided: true },
  { width: 960, height: 600, zoom: 200, guided: true },
  { width: 1280, height: 800, zoom: 100, guided: true },
  { width: 1280, height: 800, zoom: 200, guided: false },
  { width: 1680, height: 1050, zoom: 100, guided: false },
  { width: 3440, height: 1440, zoom: 100, guided: false }
] as const

for (const { width, height, zoom, guided } of screens) {
  test(`cuts off and covers nothing at ${width}x${height}, zoom ${zoom} %`, async () => {
    const { page, app } = running
    const deskWidth = () => page.locator('main').evaluate(({ clientWidth }) => clientWidth)
    await resize(app, page, width, height)
    await change(page, { zoom, guideDone: true })
    await expect.poll(() => page.evaluate(() => Math.round(window.devicePixelRatio * 100))).toBe(zoom)
    for (const view of views) {
      await go(page, view)
      await hasNoFaults(page, view)
    }
    // Beside the guide in a larger window, views are as wide as without it in a smaller one.
    if (!guided) return
    const whole = await deskWidth()
    await run(page, 'First steps')
    expect(await deskWidth()).toBeGreaterThanOrEqual(Math.min(whole, minDeskWidth))
    for (const view of views) {
      await go(page, view)
      await hasNoFaults(page, `${view} beside the guide`)
    }
    await page.getByRole('button', { name: 'Skip' }).click()
  })

  test(`shows no toast over the guide or form actions at ${width}x${height}, zoom ${zoom} %`, async () => {
    const { page, app } = running
    await resize(app, page, width, height)
    await change(page, { zoom, guideDone: true })
    await expect.poll(() => page.evaluate(() => Math.round(window.devicePixelRatio * 100))).toBe(zoom)
    await run(page, 'First steps')
    await go(page, 'Connections')
    await warn(running)
    for (const [profile, keys] of [
      ['Local sandbox', 'Enter'],
      ['New connection', 'Control+Shift+A']
    ] as const) {
      await page.getByRole('navigation', { name: 'Connections' }).getByRole('link').first().focus()
      await page.keyboard.press(keys)
      await expect(page.getByRole('form', { name: profile })).toBeVisible()
      expect(await coveredByNotices(page), profile).toEqual([])
    }
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0)
  })
}
