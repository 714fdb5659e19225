import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import {
  addDecimals,
  canonicalDecimal,
  parseDecimal,
  formatDecimal,
  subtractDecimals
} from '#shared/domain/base/decimal'
import { launch, ready, type RunningApp } from './app'
import { call } from './connections-desk'
import { drawer, lookUp, ofService, openConversions, step } from './conversions-desk'
import { notices, withTray } from './desktop'
import { expect } from './expect'
import { change } from './face'
import { startOwnService, type OwnService } from './own-service'
import { useRecordService } from './record-service'
import { test } from './test'

let folder: string
let service: OwnService
let running: RunningApp
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-conversions-'))
  service = await startOwnService()
  running = await launch({ offline: true, view: 'conversions', env: { PATH: await withTray(folder) } })
  await notices.dismiss()
  await change(running.page, { guideDone: true, numbers: '1234.56', clock: 'utc', lastWindow: 'tray' })
})
test.afterEach(async () => {
  await running.close()
  await service.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** From the service, independent of the app. */
async function truthOf(market: string) {
  const { bids, asks } = await service.book(market)
  const [bid, ask] = [bids[0]!.price, asks[0]!.price].map((text) => parseDecimal(text)!)
  const twice = addDecimals(bid!, ask!)
  const spread = subtractDecimals(ask!, bid!)
  return {
    bid: canonicalDecimal(bids[0]!.price)!,
    ask: canonicalDecimal(asks[0]!.price)!,
    mid: canonicalDecimal(formatDecimal({ units: twice.units * 5n, scale: twice.scale + 1 }))!,
    spread: canonicalDecimal(formatDecimal(spread))!
  }
}

const quoteOf = async (page: Page, id: string) => {
  await call(page, (bridge) => bridge.call.conversions.read())
  const bridge = await page.evaluateHandle(() => window.leadline!)
  return bridge.evaluate(async ({ call: calls }, wanted) => {
    const looked = await calls.conversions.lookUp({ text: wanted, watch: false })
    const opened = looked.ok ? await calls.conversions.open({ id: wanted }) : looked
    return opened.ok ? opened.value.quotes.created : null
  }, id)
}

/** Waits until the recorder has the service's state. */
async function caughtUp(page: Page, source: string, target: string, market: string) {
  const truth = await truthOf(market)
  let id = await service.convert(source, target)
  await expect
    .poll(async () => {
      const found = await quoteOf(page, id)
      // The estimated clock may be slightly behind.
      const isToCome = found?.recorded === false && found.sentence.startsWith('Not recorded yet')
      if (!isToCome) id = await service.convert(source, target)
      return found
    })
    .toMatchObject({ recorded: true, bid: truth.bid, ask: truth.ask })
  return truth
}

async function showsQuote(
  page: Page,
  name: 'Created' | 'Settled',
  truth: Awaited<ReturnType<typeof truthOf>>
) {
  const words = step(page, name)
  const shown = (text: string) => `${text.replace('.', '\\.')}${text.includes('.') ? '' : '\\.?'}0*`
  const { mid, spread, bid, ask } = truth
  await expect(words).toContainText(new RegExp(`mid ${shown(mid)} spread ${shown(spread)} `))
  await expect(words).toContainText(new RegExp(`bid ${shown(bid)} ask ${shown(ask)}$`))
}

/** From before the test. Each takes longer than the one before: the last of them does not end, and notify, meanwhile. */
async function earlier(): Promise<string> {
  for (const id of service.description.conversion_ids.toReversed()) {
    const { source_asset, target_asset, status } = await ofService(service, id)
    if (status === 'CREATED' && [source_asset, target_asset].includes('USDP')) return id
  }
  throw new Error('The service has no conversion of USDP that is underway.')
}

const minimised = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isMinimized())

test('shows the market at the conversion’s times, and opens from its notification', async () => {
  test.setTimeout(150_000)
  const ever = await notices.ever()
  const { app, page } = running
  await useRecordService(page, service, ['USDPUSD', 'BTCUSD'])
  const states = async () =>
    (await call(page, (bridge) => bridge.call.markets.read())).watched.map(({ state }) => state)
  await expect.poll(states).toEqual(['live', 'live'])
  await service.pause()
  await openConversions(page)
  const early = await earlier()
  await lookUp(page, early)
  await expect(step(page, 'Created')).toContainText('Not recorded: USDPUSD was not watched at that time.')

  const [before, other] = [
    await caughtUp(page, 'USD', 'BTC', 'BTCUSD'),
    await caughtUp(page, 'USDP', 'USD', 'USDPUSD')
  ]
  const [id, coins] = [await service.convert('USD', 'BTC'), await service.convert('USDP', 'USD')]
  await lookUp(page, coins)
  await showsQuote(page, 'Created', other)
  await lookUp(page, id)
  await showsQuote(page, 'Created', before)
  await expect(drawer(page).getByText(/The market for this pair is BTCUSD/)).toBeVisible()

  await expect
    .poll(async () => {
      await service.step(200, 'BTCUSD')
      const { bid, ask } = await truthOf('BTCUSD')
      return bid !== before.bid && ask !== before.ask
    })
    .toBe(true)
  const after = await caughtUp(page, 'USD', 'BTC', 'BTCUSD')
  await service.endConversion(id, 'SETTLED')
  await page.keyboard.press('Control+,')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.minimize())
  await expect.poll(() => minimised(app)).toBe(true)
  await expect.poll(notices.shown, { timeout: 40_000 }).toBe(1)
  await service.resume()
  await notices.click()
  await expect.poll(() => minimised(app)).toBe(false)
  await notices.dismiss()
  await expect(drawer(page).getByText(id).first()).toBeVisible()
  await showsQuote(page, 'Created', before)
  await showsQuote(page, 'Settled', after)

  const further = app.waitForEvent('window')
  await drawer(page).getByRole('button', { name: 'New window' }).click()
  const second = await further
  await ready(second)
  await expect(drawer(second).getByText(id).first()).toBeVisible()
  const last = await service.convert('USD', 'USDP')
  await lookUp(page, last)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((each) => each.close()))
  await expect.poll(() => app.windows().length).toBe(0)
  await service.endConversion(last, 'CANCELLED')
  await expect.poll(notices.shown).toBe(1)
  const drawn = app.waitForEvent('window')
  await notices.click()
  const back = await drawn
  await ready(back)
  await expect(drawer(back).getByText(last).first()).toBeVisible()
  await expect(step(back, 'Cancelled')).toBeVisible()
  expect(await notices.ever()).toBe(ever + 2)

  // Saved with the conversion, because recordings expire.
  const kept = () => readFile(path.join(running.userData, 'conversions.json'), 'utf8')
  await expect.poll(kept).toMatch(new RegExp(`"id": "${id}"[^]*"settled": \\{[^]*"mid": "${after.mid}"`))
  await rm(path.join(running.userData, 'quotes'), { recursive: true })
  await back.evaluate((wanted) => (window.location.hash = `#/conversions/${wanted}`), id)
  await showsQuote(back, 'Created', before)
  await showsQuote(back, 'Settled', after)
})
