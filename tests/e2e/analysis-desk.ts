import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { answerFiles } from './answer-files'
import type { RunningApp } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { go, violations } from './face'
import { fits, isSound } from './surface'
import { walk } from './walk'

const table = (page: Page, name: string) => page.getByRole('grid', { name: `Table: ${name}` })

/** The earlier recording has one bid, 64000, and one ask, 64001, and a trade each second. */
export async function checkAnalysis(running: RunningApp, from: number): Promise<void> {
  const { page, app, userData } = running
  // Until all hours are written, some time is not covered.
  await expect
    .poll(async () => (await call(page, (bridge) => bridge.call.recording.read())).sealing.phase, {
      timeout: 120_000
    })
    .toBe('idle')
  await go(page, 'Analysis')
  await page.getByRole('link', { name: 'Spread by time of day' }).click()
  const spread = table(page, 'Spread by time of day')
  await expect(spread).toBeVisible({ timeout: 60_000 })
  // At the end of an hour, those of the sandbox are there too.
  await page.getByRole('group', { name: 'Analysis' }).getByLabel('Market').selectOption('BTCUSD')
  const coverage = spread.getByRole('columnheader', { name: 'Coverage' })
  for (const turn of ['ascending', 'descending']) {
    await coverage.getByRole('button').click()
    await expect(coverage).toHaveAttribute('aria-sort', turn)
  }
  // 1 / 64000.5 in basis points
  await expect(spread.locator('[data-row="0"]')).toContainText('0.156')
  expect(await violations(page)).toEqual([])

  const saved = page.getByRole('region', { name: 'Saved reports' })
  await saved.getByRole('button', { name: 'Save report…' }).press('Enter')
  await page.getByRole('dialog', { name: 'Save report' }).getByRole('textbox').fill('Morning spread')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  const morning = saved.getByRole('button', { name: 'Morning spread', exact: true })
  await expect(morning).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Depth by time of day' }).click()
  await expect(morning).toHaveAttribute('aria-pressed', 'false')
  await morning.press('Enter')
  await expect(morning).toHaveAttribute('aria-pressed', 'true')
  await expect(spread).toBeVisible()

  const pdf = path.join(userData, 'report.pdf')
  await answerFiles(app, pdf)
  await page.getByRole('button', { name: 'PDF…' }).click()
  await expect(page.getByText(`Saved ${pdf}`)).toBeVisible({ timeout: 30_000 })
  const printed = await readFile(pdf, 'latin1')
  expect(printed.slice(0, 5)).toBe('%PDF-')
  expect(printed).toMatch(/\/Count 1\b/)

  const csv = path.join(userData, 'report.csv')
  await answerFiles(app, csv)
  await page.getByRole('button', { name: 'CSV…' }).click()
  await expect(page.getByText(`Saved ${csv}`)).toBeVisible()
  expect(await readFile(csv, 'utf8')).toContain('0.156')

  await page.getByRole('button', { name: 'Open as SQL' }).click()
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true })
  await expect(editor).toBeFocused()
  await expect(editor).toHaveValue(/median\(ask - bid\)/)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: / rows? in / })).toBeVisible()
  // What was there before is not lost.
  await page.keyboard.press('Control+z')
  await expect(editor).not.toHaveValue(/median\(ask - bid\)/)
  await go(page, 'Analysis')

  for (const report of ['Cost of a size', 'VWAP and TWAP', 'Gaps and stale data']) {
    await page.getByRole('link', { name: report }).press('Enter')
    await expect(table(page, report)).toBeVisible({ timeout: 30_000 })
    await isSound(page, report, 'main')
    await fits(running, report)
  }

  const fills = path.join(userData, 'fills.csv')
  const time = (second: number) => new Date(from + second * 1000).toISOString()
  await writeFile(fills, `time,side,price,amount,id\n${time(1200)},buy,64001,0.5,A\nnever,buy,64001,0.5,B\n`)
  await answerFiles(app, fills)
  await page.getByRole('button', { name: 'Import fills…' }).first().click()
  await expect(page.getByText(/1 invalid line skipped\. Line 3:/)).toBeVisible()
  const costs = table(page, 'Transaction costs')
  // Half of the spread, in basis points
  await expect(costs.locator('[data-row="0"]')).toContainText('+0.08', { timeout: 30_000 })
  await expect(costs.locator('[data-row="1"]')).toContainText('Total')
  await isReport(running, 'costs of fills')

  await page.getByRole('link', { name: 'Day comparison' }).press('Enter')
  await expect(table(page, 'Day comparison')).toBeVisible({ timeout: 30_000 })
  await isReport(running, 'day comparison')
}

async function isReport(running: RunningApp, part: string) {
  const { page } = running
  await isSound(page, part, 'main')
  await fits(running, part)
  await page.locator('main').focus()
  await walk(page, 'main')
}
