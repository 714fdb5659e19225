import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ElectronApplication, Page } from '@playwright/test'
import type { Settings } from '#shared/contract/app/settings'
import { expect } from './expect'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const views = [
  'Markets',
  'Deposit addresses',
  'Conversions',
  'Statements',
  'Recordings',
  'Analysis',
  'SQL',
  'Connections',
  'Diagnostics',
  'Settings',
  'Help'
] as const

/** All rules apply to the first; the others change colours alone. */
export const looks = [
  { theme: 'dark', palette: 'standard' },
  { theme: 'light', palette: 'colour-blind' },
  { theme: 'light', palette: 'standard' },
  { theme: 'dark', palette: 'colour-blind' }
] as const

export const go = async (page: Page, view: (typeof views)[number]) => {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click()
  await expect(page.getByRole('heading', { name: view, level: 1 })).toBeVisible()
}

/** Applied when the window shows it. */
export async function change(page: Page, part: Partial<Settings>) {
  await page.evaluate(async (wanted) => {
    const result = await window.leadline!.call.settings.change(wanted)
    if (!result.ok) throw new Error(result.error.sentence)
  }, part)
  const root = page.locator('html')
  if (part.theme) await expect(root).toHaveAttribute('data-theme', part.theme)
  if (part.palette) await expect(root).toHaveAttribute('data-palette', part.palette)
  if (part.guideDone) await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0)
}

export async function run(page: Page, command: string) {
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill(command)
  await expect(palette.getByRole('option', { name: command }).first()).toHaveAttribute(
    'aria-selected',
    'true'
  )
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
}

const rulesOf = {
  colours: ['color-contrast', 'link-in-text-block'],
  /** What depends on the size of the window. */
  sizes: ['scrollable-region-focusable']
}

/** Serious and critical axe violations, for all rules or some. */
export async function violations(
  page: Page,
  rules: 'all' | keyof typeof rulesOf = 'all',
  within = 'html'
): Promise<string[]> {
  // Evaluated from outside, despite the page's CSP.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ({ only, selector }) => {
      if (!window.axe) throw new Error('axe did not load')
      const { violations: found } = await window.axe.run(selector, {
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule', values: only } })
      })
      return found
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`)
        )
    },
    { only: rules === 'all' ? null : rulesOf[rules], selector: within }
  )
}

export async function resize(app: ElectronApplication, page: Page, width: number, height: number) {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      for (const window of BrowserWindow.getAllWindows()) {
        window.setMinimumSize(1, 1)
        window.setContentSize(size.width, size.height)
      }
    },
    { width, height }
  )
  await expect
    .poll(() => page.evaluate(() => Math.round(window.innerWidth * (window.devicePixelRatio || 1))))
    .toBe(width)
}
