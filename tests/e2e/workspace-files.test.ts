import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ElectronApplication, Page } from '@playwright/test'
import type { MessageBoxOptions } from 'electron'
import { program, startArguments, startEnvironment } from './app'
import { expect } from './expect'
import { readWorkspaces } from './panels'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({ offline: true })
let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-workspace-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

/** Like a file manager: starts the program again. */
async function openWith(...args: string[]): Promise<void> {
  const second = spawn(program(), startArguments(running.userData, args), {
    env: startEnvironment(),
    cwd: folder,
    stdio: 'ignore'
  })
  expect((await once(second, 'exit'))[0]).toBe(0)
}

const answerQuestions = (app: ElectronApplication, response: number) =>
  app.evaluate(({ dialog }, chosen) => {
    const questions: MessageBoxOptions[] = []
    Object.assign(globalThis, { questions })
    dialog.showMessageBox = (...all: unknown[]) => {
      questions.push(all.at(-1) as MessageBoxOptions)
      return Promise.resolve({ response: chosen, checkboxChecked: false })
    }
  }, response)

const questions = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { questions: MessageBoxOptions[] }).questions)

const names = async (page: Page) => (await readWorkspaces(page)).all.map(({ name }) => name)

const panel = (id: string, kind: string, market: string | null) => ({
  [id]: { id, kind, link: null, market, settings: {} }
})
const tabs = (...panels: string[]) => ({ kind: 'tabs', panels, active: panels[0] })
const content = (more: object = {}) =>
  JSON.stringify({
    format: 'leadline-workspace',
    version: 1,
    workspace: {
      name: 'Majors ×4',
      locked: false,
      frames: [{ id: 'main', root: tabs('one', 'two', 'three') }],
      panels: {
        ...panel('one', 'chart', 'BTCUSD'),
        ...panel('two', 'chart', 'ETHUSD'),
        ...panel('three', 'alerts', null)
      },
      ...more
    }
  })
const put = async (name: string, text: string) => {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

test('asks before it adds the workspace of a file, and shows it', async () => {
  const { app, page } = running
  await put('my desk.leadline-workspace', content())
  await answerQuestions(app, 1)
  const before = await readWorkspaces(page)
  await openWith('my desk.leadline-workspace')
  await expect.poll(() => questions(app)).toHaveLength(1)
  const [question] = await questions(app)
  expect(question).toMatchObject({
    message: 'Add the workspace “Majors ×4 (2)”?',
    buttons: ['Add', 'Cancel'],
    // Enter must not add anything.
    defaultId: 1,
    cancelId: 1
  })
  expect(question!.detail).toBe(
    [
      '3 panels: Chart ×2, Alerts',
      'Markets: BTCUSD, ETHUSD',
      '',
      'File: my desk.leadline-workspace',
      'Your other workspaces are not changed.'
    ].join('\n')
  )
  expect((await readWorkspaces(page)).all).toEqual(before.all)

  await answerQuestions(app, 0)
  await page.keyboard.press('Control+,')
  await openWith(pathToFileURL(path.join(folder, 'my desk.leadline-workspace')).href)
  await expect(page.getByRole('tab', { name: 'Majors ×4 (2)', selected: true })).toBeVisible()
  const after = await readWorkspaces(page)
  expect(after.all.slice(0, -1)).toEqual(before.all)
})

const hostile: readonly (readonly [name: string, text: string, sentence: string])[] = [
  ['table.leadline-workspace', 'a,b,c', 'This is not a Leadline workspace file.'],
  ['notes.txt', 'hello', 'This is not a Leadline workspace file.'],
  ['deep.leadline-workspace', '['.repeat(1_000_000), 'This is not a Leadline workspace file.'],
  ['huge.leadline-workspace', ' '.repeat(9_000_000), 'it is larger than 8 MB'],
  ['newer.leadline.json', content().replace('"version":1', '"version":7'), 'newer version of Leadline'],
  ['damaged.leadline.json', content({ panels: { one: 7 } }), 'none of its panels can be read']
]

test('refuses every file that is not a workspace with a sentence', async () => {
  const { app, page } = running
  await answerQuestions(app, 0)
  const before = await names(page)
  const notices = page.getByRole('region', { name: 'Notices' })
  const refusals: (readonly [file: string, sentence: string])[] = []
  for (const [name, text, sentence] of hostile) refusals.push([await put(name, text), sentence])
  await mkdir(path.join(folder, 'folder.leadline-workspace'))
  refusals.push([path.join(folder, 'folder.leadline-workspace'), 'it is a folder'])
  execFileSync('mkfifo', [path.join(folder, 'pipe.leadline-workspace')])
  refusals.push([path.join(folder, 'pipe.leadline-workspace'), 'it is not a regular file'])
  refusals.push([path.join(folder, 'missing.leadline-workspace'), 'cannot be read'])
  refusals.push(['file://server/share.leadline-workspace', 'cannot be read'])
  // Another start costs as much for one file as for all the notices that have room.
  for (const some of [refusals.slice(0, 5), refusals.slice(5)]) {
    await openWith(...some.map(([file]) => file))
    for (const [file, sentence] of some) {
      const shown = notices.getByText(`“${path.basename(file)}” was not added.`)
      await expect(shown.filter({ hasText: sentence })).toBeVisible()
    }
    for (const _ of some) await notices.getByRole('button').first().click()
    await expect(notices.getByRole('button')).toHaveCount(0)
  }
  expect(await questions(app)).toEqual([])
  expect(await names(page)).toEqual(before)
})

test('shows hostile text in a file as text', async () => {
  const { app, page } = running
  await answerQuestions(app, 0)
  const name = '<img src=x onerror=alert(1)>\u202e\n%s'
  await openWith(await put('-\u202eevil.leadline-workspace', content({ name })))
  const shown = '<img src=x onerror=alert(1)> %s'
  await expect.poll(async () => (await questions(app))[0]?.message).toBe(`Add the workspace “${shown}”?`)
  await expect(page.getByRole('tab', { name: '<img src=x' })).toBeVisible()
  await expect(page.locator('img[src=x]')).toHaveCount(0)
})
