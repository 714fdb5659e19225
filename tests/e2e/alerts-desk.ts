import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { AlertCondition, AlertDraft, FiredAlert } from '#shared/contract/market/alerts'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { launch, type RunningApp } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { startOwnService, useOwnService, type OwnService } from './own-service'

export const market = 'BTCUSD'

export interface AlertsApp {
  readonly service: OwnService
  readonly running: RunningApp
  readonly page: Page
  readonly close: () => Promise<void>
}

/**
 * Connected, and the market at rest: what the app knows is what the service has.
 * @param path made from an empty folder: where the app finds programs
 */
export async function startAlertsApp(
  programs: (folder: string) => Promise<string | undefined> = () => Promise.resolve(undefined)
): Promise<AlertsApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-alerts-'))
  const found = await programs(folder)
  const service = await startOwnService()
  const running = await launch({
    offline: true,
    view: 'diagnostics',
    settings: { guideDone: true, numbers: '1234.56' },
    env: found === undefined ? {} : { PATH: found }
  })
  const { page } = running
  await useOwnService(page, service, [market])
  await page.keyboard.press('Control+Shift+D')
  await expect.poll(() => stateOf(page)).toBe('live')
  await service.pause()
  await settled(page, service)
  return {
    service,
    running,
    page,
    async close() {
      await running.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

const stateOf = async (page: Page) =>
  (await call(page, (bridge) => bridge.call.markets.read())).watched.find((each) => each.market === market)
    ?.state

/** Paused, and the app has processed all messages. */
export async function settled(page: Page, service: OwnService): Promise<void> {
  const { bids, asks } = await service.book(market)
  const cells = page
    .getByRole('region', { name: 'Books by state and age' })
    .getByRole('row', { name: new RegExp(`^${market} `) })
    .getByRole('cell')
  await expect
    .poll(async () =>
      [await cells.nth(1).textContent(), await cells.nth(2).textContent()].map((text) =>
        canonicalDecimal(text ?? '')
      )
    )
    .toEqual([bids[0]!.price, asks[0]!.price].map(canonicalDecimal))
}

export const alertsOf = (page: Page) => call(page, (bridge) => bridge.call.alerts.read())

export async function addAlert(
  page: Page,
  condition: AlertCondition,
  more: Partial<AlertDraft> = {}
): Promise<string> {
  const draft: AlertDraft = {
    condition,
    pause: null,
    sound: 'none',
    notify: false,
    remindEvery: null,
    escalateAfter: null,
    deliver: 'no',
    keepEvidence: false,
    armed: true,
    note: '',
    ...more
  }
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const added = await bridge.evaluate((found, wanted) => found.call.alerts.add(wanted), draft)
  if (!added.ok) throw new Error(added.error.sentence)
  return added.value.id
}

export const firedBy = async (page: Page, id: string): Promise<FiredAlert | undefined> =>
  (await alertsOf(page)).fired.find(({ alert }) => alert === id)

export async function valuesOf(page: Page, id: string): Promise<Readonly<Record<string, string>>> {
  await expect.poll(() => firedBy(page, id)).toBeDefined()
  const fired = await firedBy(page, id)
  return Object.fromEntries(fired!.values.map(({ name, value }) => [name, value]))
}

/** Steps until the market trades; returns the first trade. */
export async function stepToTrade(service: OwnService): Promise<{ price: string; amount: string }> {
  const before = (await service.trades(market)).length
  for (;;) {
    const trades = (await service.trades(market)) as { price: string; amount: string }[]
    const next = trades[before]
    if (next) return next
    await service.step(20, market)
  }
}
