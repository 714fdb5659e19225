import { expect, type Page } from '@playwright/test'
import { pushChannel } from '#shared/contract/index'
import { launch, type RunningApp } from './app'
import { change, go, resize, run, views } from './face'
import { test } from './test'

let running: RunningApp
test.beforeAll(async () => {
  running = await launch({ settings: {} })
})
test.afterAll(() => running.close())

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

const screens = [
  { width: 960, height: 600, zoom: 100 },
  { width: 960, height: 600, zoom: 200 },
  { width: 1280, height: 800, zoom: 100 },
  { width: 1280, height: 800, zoom: 200 },
  { width: 1680, height: 1050, zoom: 100 },
  { width: 3440, height: 1440, zoom: 100 }
] as const

/** Cut off text and overlapping controls. */
const faults = (page: Page) =>
  page.evaluate((headControls) => {
    const found: string[] = []
    const describe = (element: Element) => `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`
    if (document.documentElement.scrollWidth > window.innerWidth) found.push('the window scrolls sideways')
    const visible = [...document.querySelectorAll<HTMLElement>('#app *')].filter(
      (element) => element.checkVisibility() && !element.closest('.unseen, .tip, .skip, svg, canvas')
    )
    // A narrow desk cuts panels at its edge.
    const narrow = (document.querySelector('main')?.clientWidth ?? 0) < 880
    for (const element of visible) {
      const style = getComputedStyle(element)
      const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      const cut = element.scrollWidth > element.clientWidth + 1 && style.overflowX === 'hidden'
      if (words && cut && style.textOverflow !== 'ellipsis') found.push(`cut off: ${describe(element)}`)
      const box = element.getBoundingClientRect()
      // An ellipsis is intended.
      const shortened = getComputedStyle(element.parentElement!).textOverflow === 'ellipsis'
      const clipped = shortened || (narrow && element.closest('[data-panel]') !== null)
      if (words && !clipped && box.right > window.innerWidth + 1)
        found.push(`beyond the edge: ${describe(element)}`)
    }
    const pressed = narrow ? [] : visible.filter((element) => element.matches(headControls))
    for (const control of pressed) {
      const { left, right, top, height } = control.getBoundingClientRect()
      const ends = [left + 2, right - 2].map((x) => document.elementFromPoint(x, top + height / 2))
      if (!ends.every((end) => control.contains(end) || end?.closest('dialog, [popover]')))
        found.push(`out of reach: ${describe(control)}`)
    }
    const parts = visible.filter((element) => element.matches('header.bar > *, header.bar .state > *'))
    for (const one of parts) {
      for (const other of parts) {
        if (one === other || one.contains(other) || other.contains(one)) continue
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
        const upon = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        if (upon > 1) found.push(`upon each other: ${describe(one)} and ${describe(other)}`)
      }
    }
    return found
  }, '[data-panel] header :is(button, select)')

for (const { width, height, zoom } of screens) {
  test(`cuts off and covers nothing at ${width}x${height}, zoom ${zoom} %`, async () => {
    const { page, app } = running
    await resize(app, page, width, height)
    await change(page, { zoom, guideDone: true })
    await expect.poll(() => page.evaluate(() => Math.round(window.devicePixelRatio * 100))).toBe(zoom)
    for (const guided of [false, true]) {
      if (guided) await run(page, 'First steps')
      for (const view of views) {
        await go(page, view)
        expect(await faults(page), view).toEqual([])
      }
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
