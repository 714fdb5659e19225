import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ElectronApplication } from '@playwright/test'
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  divideDecimals,
  formatDecimal,
  parseDecimal
} from '#shared/domain/base/decimal'
import {
  addAlert,
  alertsOf,
  firedBy,
  market,
  settled,
  startAlertsApp,
  stepToTrade,
  valuesOf,
  type AlertsApp
} from './alerts-desk'
import { call } from './connections-desk'
import { expect } from './expect'
import { resize, run, violations } from './face'
import { hasNoFaults } from './faults'
import { test } from './test'

const shell = promisify(execFile)
const zero = { units: 0n, scale: 0 }

let desk: AlertsApp
test.beforeAll(async () => {
  desk = await startAlertsApp()
})
test.beforeEach(async () => {
  await call(desk.page, (bridge) => bridge.call.data.clear({ kind: 'alerts' }))
})
test.afterAll(() => desk.close())

const plain = (text: string) => canonicalDecimal(text)!
const sum = (amounts: readonly string[]) =>
  plain(formatDecimal(amounts.map((text) => parseDecimal(text)!).reduce(addDecimals, zero)))
const half = (one: string, other: string) =>
  plain(
    formatDecimal(
      divideDecimals(addDecimals(parseDecimal(one)!, parseDecimal(other)!), { units: 2n, scale: 0 }, 9)
    )
  )

test('adds, fires and reviews an alert by keyboard, and opens it from its notification', async () => {
  const { page, service, running } = desk
  await run(page, 'Show alerts')
  const panel = page.getByRole('region', { name: 'Alerts' })
  await expect(panel).toBeVisible()
  await shell('dunstctl', ['close-all'])
  await run(page, 'Add an alert')
  const dialog = page.getByRole('dialog', { name: 'New alert' })
  await dialog.getByLabel('Alert on').selectOption({ label: 'Wide spread' })
  await dialog.getByLabel('Market').fill(market)
  await dialog.getByRole('button', { name: 'Add alert' }).press('Enter')
  await expect(dialog.getByText('Enter a number of basis points above zero')).toBeVisible()
  await dialog.getByLabel('At least').fill('0.0001')
  await expect(dialog.getByText('BTCUSD: Spread at least 0.0001 bp')).toBeVisible()
  await dialog.getByLabel('Repeat').selectOption({ label: 'Repeat after cooldown' })
  await dialog.getByLabel('Cooldown (s)').fill('600')
  await dialog.getByLabel('Note').fill('look at the makers')
  await dialog.getByRole('button', { name: 'Add alert' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  const row = panel.getByRole('listitem').filter({ hasText: 'Spread at least 0.0001 bp' })
  await expect(row).toContainText('Paused until')
  const count = page.getByRole('button', { name: /^Alerts 1 armed/ })
  await expect(count).toContainText('1 new')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('look at the makers')

  const shown = async () => Number((await shell('dunstctl', ['count', 'displayed'])).stdout.trim())
  await expect.poll(shown).toBe(1)
  const minimised = () =>
    running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isMinimized())
  await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.minimize())
  await expect.poll(minimised).toBe(true)
  await shell('dunstctl', ['action', '0'])
  await expect.poll(minimised).toBe(false)

  await panel.getByRole('tab', { name: /^Fired/ }).press('Enter')
  const { bids } = await service.book(market)
  await expect(panel.getByRole('listitem')).toContainText(['look at the makers'])
  await expect(panel.getByRole('listitem')).toContainText([plain(bids[0]!.price)])
  expect(await violations(page)).toEqual([])
  // With bells in their headers, the panels of a small window cut off no control.
  await expect(page.getByRole('button', { name: /^Alert: .*Show alerts$/ }).first()).toBeVisible()
  for (const [width, height] of [
    [960, 640],
    [1440, 900]
  ] as const) {
    await resize(running.app, page, width, height)
    await hasNoFaults(page, `${width}`)
  }
  await panel.getByRole('button', { name: 'Acknowledge all' }).press('Enter')
  await expect(count).not.toContainText('new')
  await panel.getByRole('tab', { name: /^Alerts/ }).press('Enter')
  await panel.getByRole('button', { name: /^Delete/ }).press('Enter')
  await expect(row).toHaveCount(0)
  await panel.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(row).toHaveCount(1)
})

test('fires each kind with the service’s current values', async () => {
  const { page, service, running } = desk
  await page.keyboard.press('Control+Shift+D')
  const { bids, asks } = await service.book(market)
  const touch = { Bid: plain(bids[0]!.price), Ask: plain(asks[0]!.price) }

  const spread = await addAlert(page, { kind: 'spread', market, basisPoints: '0.0000001' })
  expect(await valuesOf(page, spread)).toMatchObject(touch)

  const third = bids[2]!
  const size = third.amount
  const resting = { kind: 'resting', market, side: 'either', size, price: third.price, within: '1' } as const
  const rests = { Side: 'Bids', Resting: plain(size), Price: plain(third.price) }
  expect(await valuesOf(page, await addAlert(page, resting))).toMatchObject(rests)

  const sizes = [bids, asks].map((levels) => sum(levels.slice(0, 5).map(({ amount }) => amount)))
  const balance = { kind: 'imbalance', market, side: 'either', percent: '0.0000001', levels: 5 } as const
  expect(await valuesOf(page, await addAlert(page, balance))).toMatchObject({
    'Bid size': sizes[0],
    'Ask size': sizes[1]
  })

  const any = { kind: 'traded', market, side: 'either', size: '0.00000001', seconds: 0 } as const
  const traded = await addAlert(page, any)
  const trade = await stepToTrade(service)
  expect(await valuesOf(page, traded)).toMatchObject({ Size: plain(trade.amount), Price: plain(trade.price) })

  await settled(page, service)
  const mid = async () => {
    const now = await service.book(market)
    return half(now.bids[0]!.price, now.asks[0]!.price)
  }
  const before = await mid()
  const beside = (units: bigint) => formatDecimal(addDecimals(parseDecimal(before)!, { units, scale: 12 }))
  const line = { kind: 'price', market, direction: 'either', of: 'mid' } as const
  const above = await addAlert(page, { ...line, price: beside(1n) })
  const below = await addAlert(page, { ...line, price: beside(-1n) })
  // One message at a time, so that both see the same book.
  while ((await mid()) === before) await service.step(1, market)
  const after = await mid()
  const up = compareDecimals(parseDecimal(after)!, parseDecimal(before)!) > 0
  expect(await valuesOf(page, up ? above : below)).toMatchObject({
    Mid: after,
    Before: before,
    Crossed: up ? 'upwards' : 'downwards'
  })
  expect(await firedBy(page, up ? below : above)).toBeUndefined()

  const silent = await addAlert(page, { kind: 'stale', market, seconds: 1 })
  expect(await valuesOf(page, silent)).toMatchObject({ Book: 'Live' })

  const lost = await addAlert(page, { kind: 'connection', seconds: 0 })
  await service.simulateFault('close-1011')
  await service.step(5)
  expect(await valuesOf(page, lost)).toMatchObject({ State: 'Lost' })

  // One is armed, whatever the price does.
  await call(page, (bridge) => bridge.call.data.clear({ kind: 'alerts' }))
  await addAlert(page, { ...line, price: '1' })

  // The bus of the tests has no tray, so closing asks.
  expect((await alertsOf(page)).closing).toContain('no tray')
  const sentence = 'Closing the last window quits Leadline and stops its armed alert.'
  expect(await closeLast(running.app, 0)).toEqual([sentence, 1])
  const gone = new Promise((done) => running.app.process().once('exit', done))
  await closeLast(running.app, 1).catch(() => undefined)
  await gone
})

/** Answers the question and returns it with the number of windows. */
const closeLast = (app: ElectronApplication, answer: number) =>
  app.evaluate(async ({ BrowserWindow, dialog }, response) => {
    const said: string[] = []
    dialog.showMessageBox = (...words: unknown[]) => {
      said.push((words.at(-1) as { message: string }).message)
      return Promise.resolve({ response, checkboxChecked: false })
    }
    BrowserWindow.getAllWindows()[0]!.close()
    while (said.length === 0) await new Promise((done) => setTimeout(done, 20))
    await new Promise((done) => setImmediate(done))
    return [said[0], BrowserWindow.getAllWindows().length]
  }, answer)
