import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { answerFiles } from './answer-files'
import type { RunningApp } from './app'
import { expect } from './expect'
import { readWorkspaces } from './panels'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({ offline: true })
let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-files-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

const load = ({ page }: RunningApp) =>
  page.evaluate(async () => {
    const result = await window.leadline!.call.workspaces.load()
    return result.ok ? (result.value?.state.all.map(({ name }) => name) ?? []) : result.error.sentence
  })

test('saves a workspace to a file and loads it as a new one', async () => {
  const file = path.join(folder, 'desk.leadline.json')
  await answerFiles(running.app, file)
  const workspace = (await readWorkspaces(running.page)).all[0]!.id
  const saved = await running.page.evaluate(
    (id) => window.leadline!.call.workspaces.save({ workspace: id }),
    workspace
  )
  expect(saved).toEqual({ ok: true, value: { path: file } })
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    format: 'leadline-workspace',
    version: 1,
    workspace: { name: 'BTC desk' }
  })
  expect(await load(running)).toEqual(['BTC desk', 'Majors ×4', 'Stablecoins', 'BTC desk 2'])
  await writeFile(file, '{"format":"leadline-workspace","version":7,"workspace":{}}')
  expect(await load(running)).toContain('newer version of Leadline')
  await writeFile(file, 'a,b,c')
  expect(await load(running)).toBe('This is not a Leadline workspace file.')
  await answerFiles(running.app, path.join(folder, 'nothing', 'here'))
  expect(await load(running)).toContain('cannot be read')
})

test('copies and saves a panel as an image and its figures as CSV', async () => {
  const picture = path.join(folder, 'panel.png')
  const figures = path.join(folder, 'panel.csv')
  const area = { left: 10, top: 20, width: 120, height: 80 }
  await answerFiles(running.app, picture)
  expect(
    await running.page.evaluate(
      (part) => window.leadline!.call.panelExport.savePicture({ area: part, name: 'panel.png' }),
      area
    )
  ).toEqual({ ok: true, value: { path: picture } })
  const png = await readFile(picture)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  const scale = await running.page.evaluate(() => window.devicePixelRatio)
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([120 * scale, 80 * scale])

  await answerFiles(running.app, figures)
  const csv = 'Price,Size\r\n64250.01,0.5\r\n'
  await running.page.evaluate(
    (text) => window.leadline!.call.panelExport.saveFigures({ csv: text, name: 'panel.csv' }),
    csv
  )
  expect(await readFile(figures, 'utf8')).toBe(csv)

  expect(
    await running.page.evaluate((part) => window.leadline!.call.panelExport.copyPicture({ area: part }), area)
  ).toEqual({
    ok: true,
    value: null
  })
})
