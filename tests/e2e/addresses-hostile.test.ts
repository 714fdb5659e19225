import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import type { DepositAddressMessage } from '#shared/wire/address'
import {
  sharedAddressApp,
  button,
  exported,
  exportTo,
  foot,
  loadedIds,
  loadEverything,
  search,
  table
} from './addresses-desk'
import { expect } from './expect'
import { countingServer, type CountingServer } from './servers'
import { test } from './test'

let control: CountingServer
test.beforeEach(async () => {
  control = await countingServer()
})
test.afterEach(() => control.close())

const html = (what: string) =>
  `<img src="${control.address}/${what}" onerror="window.hacked=1"><script src="${control.address}/s"></script>`
const turned = '\u202egnp.exe\u2066\u200b\u0000\u0007\u001b[31m\u009b'

/** Hostile values for the first rows. */
const hostile: readonly (() => Partial<Record<keyof DepositAddressMessage, unknown>>)[] = [
  () => ({ ref_id: `=cmd|' /C calc'!A0`, metadata: { '=1+1': '+SUM(1)', '@x': '-2' } }),
  () => ({ ref_id: '+1+1' }),
  () => ({ ref_id: '-1+1' }),
  () => ({ ref_id: '@SUM(A1)' }),
  () => ({ ref_id: '\t=1+1' }),
  () => ({ ref_id: '\r=1+1', account_id: '\n=1', conversion_target_asset: '=A1' }),
  () => ({ ref_id: '"two",\r\n=3', metadata: { 'a,b': '"\r\n=4' } }),
  () => ({ ref_id: html('ref'), metadata: { [html('key')]: `<b>bold</b>${html('value')}` } }),
  () => ({ ref_id: 'W'.repeat(20_000), metadata: { ['k'.repeat(3000)]: 'v'.repeat(100_000) } }),
  () => ({ ref_id: turned, metadata: { [turned]: turned } }),
  () => ({ id: '../../../../outside', ref_id: String.raw`..\..\outside` }),
  () => ({ id: 'CON', ref_id: 'nul.txt', account_id: 'COM1' }),
  () => ({ crypto_network: `<b>NEW</b>${turned}`, address: html('address') }),
  () => ({ crypto_network: 'NEW_CHAIN', address: 'A'.repeat(9000) }),
  () => ({ metadata: { ['__proto__']: 'own', constructor: 'too' } })
]

const desk = sharedAddressApp({ addresses: 600, alter: altered })

function altered(one: DepositAddressMessage): DepositAddressMessage {
  const place = desk.truth.findIndex(({ id }) => id === one.id)
  return { ...one, ...hostile[place]?.() } as DepositAddressMessage
}

test('shows hostile text literally and exports it safely', async () => {
  const { truth } = desk
  const { app, page, userData } = desk.running
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const wanted = truth.map(altered)
  await loadEverything(page)
  await expect(foot(page)).toContainText(`${truth.length} addresses`)
  expect((await loadedIds(page, {})).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())

  await table(page).focus()
  const drawer = page.getByRole('complementary')
  for (const [place, { id, address, ref_id, metadata }] of wanted.slice(0, hostile.length).entries()) {
    await page.keyboard.press(place === 0 ? 'Home' : 'ArrowDown')
    if (place === 0) await page.keyboard.press('Enter')
    await expect(drawer.getByLabel('All fields')).toContainText(id)
    const groups = await drawer.locator('.address > span').allInnerTexts()
    expect(groups.join('')).toBe(address)
    for (const text of [ref_id ?? '', ...Object.entries(metadata ?? {}).flat()]) {
      const plain = text.length < 200 && !/[\p{Cc}\p{Bidi_Control}\u200b]/u.test(text)
      if (plain) await expect(drawer).toContainText(text)
    }
    expect(await overflowing(), `row ${place}`).toEqual([])
  }
  // Invisible characters are replaced.
  await expect(table(page).getByText('\ufffdgnp.exe\ufffd\ufffd␀␇␛[31m\ufffd').first()).toBeVisible()
  await search(page).fill('onerror')
  await expect(foot(page)).toContainText(`2 of ${truth.length} loaded match`)
  await expect(table(page).locator('mark').first()).toHaveText('onerror')
  await search(page).fill('')
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(await page.locator('main img, main script, main iframe, main b').count()).toBe(0)
  expect(asked.filter((url) => !url.startsWith('app://leadline/'))).toEqual([])
  expect(control.connections()).toBe(0)

  await app.evaluate(({ dialog }) => {
    dialog.showSaveDialog = ((...words: { defaultPath?: string }[]) => {
      process.env['SUGGESTED'] = words.at(-1)?.defaultPath ?? ''
      return Promise.resolve({ canceled: true, filePath: '' })
    }) as typeof dialog.showSaveDialog
  })
  await button(page, 'Export').click()
  await page.getByRole('menuitem', { name: 'As a CSV table' }).click()
  await expect
    .poll(() => app.evaluate(() => process.env['SUGGESTED']))
    .toMatch(/[\\/]deposit-addresses\.csv$/)

  const csv = path.join(userData, 'taken.csv')
  await exportTo(desk.running, csv, 'As a CSV table')
  await exported(page, csv)
  const lines = parse(await readFile(csv, 'utf8'), { columns: true }) as Record<string, string>[]
  expect(lines).toHaveLength(wanted.length)
  const formulas = lines.flatMap((line) => Object.values(line)).filter((cell) => /^[=+\-@\t\r\n]/.test(cell))
  expect(formulas).toEqual([])
  // Apostrophes are the only addition.
  const bare = (text = '') => text.replaceAll("'", '')
  const texts = (one: DepositAddressMessage) => [one.address, bare(one.ref_id), one.metadata ?? null]
  const read = lines.map(({ id, address, ref_id, metadata }) => [
    id,
    [address, bare(ref_id), metadata === '' ? null : (JSON.parse(metadata!) as unknown)]
  ])
  expect(Object.fromEntries(read)).toEqual(Object.fromEntries(wanted.map((one) => [one.id, texts(one)])))
  const json = path.join(userData, 'taken.json')
  await exportTo(desk.running, json, 'As JSON')
  await exported(page, json)
  const records = JSON.parse(await readFile(json, 'utf8')) as DepositAddressMessage[]
  expect(records.toSorted(byIds)).toEqual(wanted.toSorted(byIds))

  await page.getByRole('switch', { name: 'Keep on disk' }).check()
  await expect(foot(page)).toContainText('KB')
  const kept = await readdir(path.join(userData, 'addresses'), { recursive: true })
  expect(kept.join('\n')).not.toMatch(/outside|CON|nul/i)
  await desk.running.restart()
  const again = desk.running.page
  await again.evaluate(async (profileId) => {
    await window.leadline!.call.addresses.open({ profileId })
  }, desk.profileId)
  await expect.poll(async () => (await loadedIds(again, {})).length).toBe(wanted.length)
})

const byIds = (one: DepositAddressMessage, other: DepositAddressMessage) => (one.id < other.id ? -1 : 1)

/** Overflowing elements and rows of other heights. */
const overflowing = () =>
  desk.running.page.evaluate(() => {
    const wide = [document.documentElement, ...document.querySelectorAll('main, [role="grid"], aside > div')]
    const high = [...document.querySelectorAll('[data-row]')].filter((row) => {
      const cells = [...row.children].map((cell) => cell.getBoundingClientRect())
      const { height, bottom } = row.getBoundingClientRect()
      return height !== 28 || cells.some((cell) => cell.bottom > bottom)
    })
    return [...wide.filter((one) => one.scrollWidth > one.clientWidth), ...high].map(
      (one) => `${one.tagName} ${one.className}`
    )
  })
