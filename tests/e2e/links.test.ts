import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { launch, makeUserData, runtime, startArguments, startEnvironment, type RunningApp } from './app'
import { change } from './face'
import { startOwnService, type OwnService } from './own-service'
import { useRecordService } from './record-service'

let service: OwnService
let running: RunningApp
let userData: string
test.beforeEach(async () => {
  userData = await makeUserData()
  service = await startOwnService()
})
test.afterEach(async () => {
  await running.close()
  await service.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})

const drawer = (page: Page) => page.getByRole('complementary', { name: 'Conversion' })
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

/** As the system does it: the program once more, with the link as its last word. */
async function follow(link: string): Promise<void> {
  const second = spawn(runtime(), startArguments(userData, [link]), {
    env: startEnvironment(),
    stdio: 'ignore'
  })
  await once(second, 'exit')
}

test('a link is handed to the instance that runs, and opens its conversion or its view', async () => {
  running = await launch({ userData })
  const { page } = running
  await change(page, { guideDone: true })
  await useRecordService(page, service)
  const id = service.description.conversion_ids[39]!
  await follow(`leadline://conversion/${id}`)
  await expect(title(page, 'Conversions')).toBeVisible()
  await expect(drawer(page).getByText(id).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await follow('leadline://settings')
  await expect(title(page, 'Settings')).toBeVisible()
  await follow(`LEADLINE://conversion/${id.toUpperCase()}/`)
  await expect(drawer(page).getByText(id).first()).toBeVisible()
})

test('a link that means nothing is refused with a sentence, and changes nothing', async () => {
  running = await launch({ userData })
  const { page } = running
  await change(page, { guideDone: true })
  await page.keyboard.press('Control+,')
  await expect(title(page, 'Settings')).toBeVisible()
  for (const [link, said] of [
    ['leadline://conversion/7', 'This is no link that Leadline understands.'],
    ['leadline://nowhere', 'This link opens nothing that this Leadline has.'],
    [`leadline://${'x'.repeat(500)}`, 'This link is longer than any link of Leadline.']
  ] as const) {
    await follow(link)
    await expect(page.getByText(said)).toBeVisible()
  }
  await expect(title(page, 'Settings')).toBeVisible()
})

test('the first start itself may come of a link, which waits until there is a connection', async () => {
  // The first start connects to the local sandbox, which has the same conversions as any other one.
  const id = service.description.conversion_ids[39]!
  running = await launch({ userData, args: [`leadline://conversion/${id}`] })
  const { page } = running
  await expect(title(page, 'Conversions')).toBeVisible()
  await expect(drawer(page).getByText(id).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: /could not be looked up$/ })).toHaveCount(0)
})

test('an id in the palette offers what it may be of, and opens the conversion', async () => {
  running = await launch({ userData })
  const { page } = running
  await change(page, { guideDone: true })
  await useRecordService(page, service)
  const id = service.description.conversion_ids[38]!
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill(` ${id.toUpperCase()} `)
  for (const kind of ['Conversion', 'Statement', 'Address with id']) {
    await expect(palette.getByRole('option', { name: `${kind} ${id}` })).toBeVisible()
  }
  await page.keyboard.press('Enter')
  await expect(title(page, 'Conversions')).toBeVisible()
  await expect(drawer(page).getByText(id).first()).toBeVisible()
})
