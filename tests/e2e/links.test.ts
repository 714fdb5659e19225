import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { launch, ready, program, startArguments, startEnvironment } from './app'
import { drawer } from './conversions-desk'
import { expect } from './expect'
import { run } from './face'
import { startOwnService, type OwnService } from './own-service'
import { readWorkspaces } from './panels'
import { recordOf, useRecordService } from './record-service'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({ offline: true, view: 'help' })
let service: OwnService
test.beforeAll(async () => {
  service = await startOwnService()
})
test.afterAll(() => service.close())

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

/** Simulates a second instance. */
const handOver = (link: string) =>
  running.app.evaluate(
    ({ app: main }, word) => void main.emit('second-instance', {}, ['leadline', word], ''),
    link
  )

/** Like the system: starts the program with the link. */
async function follow(link: string): Promise<void> {
  const second = spawn(program(), startArguments(running.userData, [link]), {
    env: startEnvironment(),
    stdio: 'ignore'
  })
  await once(second, 'exit')
}

const hostile = (id: string) => [
  ['leadline://conversion/7', 'This is not a valid Leadline link.'],
  ['leadline://nowhere', 'This link does not lead anywhere in this version of Leadline.'],
  [`leadline://${'x'.repeat(500)}`, 'This link is too long to be a Leadline link.'],
  [`leadline://conversion/../../${id}`, 'This is not a valid Leadline link.'],
  [`leadline://conversion/%3Cscript%3E/${id}`, 'This is not a valid Leadline link.'],
  [`leadline://me:secret@conversion:80/${id}`, 'This is not a valid Leadline link.'],
  [`leadline://conversion/${id}?watch=1#<img>`, 'This is not a valid Leadline link.'],
  [`leadline://settings/${id}`, 'This link does not lead anywhere in this version of Leadline.'],
  ['leadline://statement', 'This link does not contain a statement ID.']
]

test('opens links in the running instance and ignores invalid ones', async () => {
  test.setTimeout(90_000)
  const { page } = running
  await useRecordService(page, service)
  const id = service.description.conversion_ids[39]!
  await follow(`leadline://conversion/${id}`)
  await expect(title(page, 'Conversions')).toBeVisible()
  await expect(drawer(page).getByText(id).first()).toBeVisible()
  await page.keyboard.press('Escape')
  const { items } = await recordOf(
    service,
    'transfer/deposit-addresses?limit=1',
    'transfer:read_deposit_address'
  )
  const [address] = items as [{ readonly id: string; readonly address: string }]
  await handOver(`leadline://address/${address.id}`)
  await expect(title(page, 'Deposit addresses')).toBeVisible()
  await expect(page.getByRole('complementary').getByText(address.id).first()).toBeVisible()
  const statement = service.description.statement_ids[3]!
  await handOver(`leadline://statement/${statement}`)
  await expect(title(page, 'Statements')).toBeVisible()
  const fetching = page.getByRole('dialog').filter({ hasText: 'Fetch' })
  await expect(fetching.getByRole('textbox').first()).toHaveValue(statement)
  await page.keyboard.press('Escape')
  await expect(fetching).toHaveCount(0)
  await follow(`LEADLINE://conversion/${id.toUpperCase()}/`)
  await expect(drawer(page).getByText(id).first()).toBeVisible()
  await handOver('leadline://settings')
  await expect(title(page, 'Settings')).toBeVisible()

  await follow(hostile(id)[0]![0]!)
  for (const [link, said] of hostile(id)) {
    await handOver(link!)
    const notice = page.getByRole('region', { name: 'Notices' }).getByText(said!)
    await expect(notice.first()).toBeVisible()
    await page.getByRole('region', { name: 'Notices' }).getByRole('button').first().click()
  }
  await expect(title(page, 'Settings')).toBeVisible()
  await expect(page.locator('main img, main script')).toHaveCount(0)
})

test('opens the link of the first start once connected, and every file of it', async () => {
  // All sandboxes have the same conversions.
  const id = service.description.conversion_ids[39]!
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-links-'))
  const files = ['one', 'two'].map((name) => path.join(folder, `${name}.leadline-workspace`))
  for (const file of files) await writeFile(file, 'not a workspace')
  const first = await launch({ args: [`leadline://conversion/${id}`, ...files], view: 'help' })
  const { page } = first
  for (const file of files)
    await expect(page.getByText(`“${path.basename(file)}” was not added.`)).toBeVisible()
  await expect(title(page, 'Conversions')).toBeVisible()
  await expect(drawer(page).getByText(id).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: /could not be looked up$/ })).toHaveCount(0)
  await first.close()
  await rm(folder, { recursive: true, force: true })
})

test('offers and opens pasted IDs in the palette, from any window', async () => {
  const { app, page } = running
  await useRecordService(page, service)
  const [one, other] = service.description.conversion_ids.slice(37) as [string, string]
  const palette = (of: Page) => of.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.press('Control+K')
  const search = palette(page).getByRole('combobox')
  await search.fill(`${one} ${other}`)
  for (const title of ['Look up 2 conversions', 'Fetch 2 statements', 'Find 2 addresses by ID'])
    await expect(palette(page).getByRole('option', { name: title })).toBeVisible()
  await search.fill(` {${one.toUpperCase()}} `)
  for (const kind of ['Conversion', 'Statement', 'Address with id'])
    await expect(palette(page).getByRole('option', { name: `${kind} ${one}` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Conversions')).toBeVisible()
  await expect(drawer(page).getByText(one).first()).toBeVisible()

  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), `Please look at urn:uuid:${other}.`)
  await run(page, 'Look up conversions from the clipboard')
  await expect(drawer(page).getByText(other).first()).toBeVisible()

  const workspace = (await readWorkspaces(page)).all[0]!.id
  const opened = app.waitForEvent('window')
  await page.evaluate((name) => window.leadline!.call.windows.openWorkspace({ workspace: name }), workspace)
  const slim = await opened
  await ready(slim)
  await slim.keyboard.press('Control+K')
  await palette(slim).getByRole('combobox').fill(`urn:uuid:${one}`)
  const further = app.waitForEvent('window')
  await slim.keyboard.press('Enter')
  const desk = await further
  await ready(desk)
  await expect(drawer(desk).getByText(one).first()).toBeVisible()
  await expect(title(slim, 'Conversions')).toHaveCount(0)
})
