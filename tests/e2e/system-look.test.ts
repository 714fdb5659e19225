import type { Page } from '@playwright/test'
import { launch } from './app'
import { expect } from './expect'
import { sharedApp } from './shared-app'
import { test } from './test'

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'])

async function followsTheSystem(page: Page, system: 'light' | 'dark') {
  // Playwright sets light.
  await page.emulateMedia({ colorScheme: null })
  await expect.poll(() => themeOf(page)).toBe(system)
  for (const chosen of ['dark', 'light'] as const) {
    await page.evaluate((theme) => window.leadline!.call.settings.change({ theme }), chosen)
    await expect.poll(() => themeOf(page)).toBe(chosen)
  }
  await page.evaluate(() => window.leadline!.call.settings.change({ theme: 'system' }))
  await expect.poll(() => themeOf(page)).toBe(system)
}

const settings = { theme: 'system', guideDone: true } as const

const desk = sharedApp({ offline: true, view: 'help', settings })

test('follows the light theme of the system, unless one is chosen', () =>
  followsTheSystem(desk.page, 'light'))

test('follows the dark theme of the system, and draws every pixel of a display with high density', async () => {
  const running = await launch({
    settings,
    args: ['--force-device-scale-factor=2'],
    env: { GTK_THEME: 'Adwaita:dark' }
  })
  const { page } = running
  await followsTheSystem(page, 'dark')
  const canvases = () =>
    page.evaluate(() => {
      const shown = [...document.querySelectorAll('canvas')].filter(({ clientWidth }) => clientWidth > 0)
      // Whole pixels: a canvas of 100.3 has 201.
      return shown.map((canvas) => Math.abs(canvas.width - 2 * canvas.getBoundingClientRect().width) <= 1)
    })
  await expect.poll(async () => (await canvases()).length).toBeGreaterThan(5)
  await expect.poll(async () => new Set(await canvases())).toEqual(new Set([true]))
  expect(await page.evaluate(() => devicePixelRatio)).toBe(2)
  await running.close()
})
