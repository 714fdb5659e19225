import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSavedTemplates, type SavedTemplates } from '#engine/workspace/saved-templates'
import { makeTemplate } from '#engine/workspace/templates'
import { maxTemplates } from '#shared/contract/workspace/templates'

let folder: string
let file: string
let opened: SavedTemplates[]
let ids: number
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-templates-'))
  file = path.join(folder, 'templates.json')
  opened = []
  ids = 0
})
afterEach(async () => {
  for (const templates of opened) await templates.dispose()
  await rm(folder, { recursive: true, force: true })
})

const newId = () => `id-${(ids += 1)}`
async function open(): Promise<SavedTemplates> {
  const templates = await openSavedTemplates({ file, newId, changed: () => undefined })
  opened.push(templates)
  return templates
}
const deep = () => makeTemplate('deep', { newId, markets: ['BTCUSD', 'ETHUSD'] })

it('keeps workspaces and panel settings, one for each name', async () => {
  const templates = await open()
  const workspace = { ...deep(), locked: true }
  await templates.saveWorkspace('Mine', workspace)
  await templates.savePanel('Scalping', 'chart', { interval: '1s' })
  await templates.savePanel('Scalping', 'book', { levels: 20 })
  await templates.savePanel('Scalping', 'chart', { interval: '5s', heat: false })
  const again = await open()
  expect(again.state.panels.map(({ name, kind, settings }) => [name, kind, settings])).toEqual([
    ['Scalping', 'chart', { interval: '5s', heat: false }],
    ['Scalping', 'book', { levels: 20 }]
  ])
  const [saved] = again.state.workspaces
  expect(saved?.name).toBe('Mine')
  // It can be changed, even if the original was locked.
  expect(again.workspace(saved!.id)).toEqual({ ...workspace, name: 'Mine', locked: false })
  await again.remove(saved!.id)
  expect(again.state.workspaces).toEqual([])
  expect(() => again.workspace(saved!.id)).toThrow('This template no longer exists.')
})

it('is limited', async () => {
  const templates = await open()
  for (let index = 0; index < maxTemplates; index += 1) await templates.savePanel(`${index}`, 'chart', {})
  await expect(templates.savePanel('more', 'chart', {})).rejects.toMatchObject({
    problem: { code: 'templates.too-many' }
  })
  await templates.savePanel('7', 'chart', { vwap: false })
  expect(templates.state.panels).toHaveLength(maxTemplates)
})

it('loses only what is unreadable, and keeps a copy', async () => {
  const templates = await open()
  await templates.savePanel('Good', 'chart', { interval: '1s' })
  await templates.saveWorkspace('Whole', deep())
  const content = JSON.parse(await readFile(file, 'utf8')) as { panels: unknown[]; workspaces: unknown[] }
  content.panels.push({ id: 'x', name: '', kind: 'chart', settings: {} }, 7)
  content.workspaces.push({ id: 'y', name: 'Broken', workspace: { panels: 3 } })
  await writeFile(file, JSON.stringify(content))
  const again = await open()
  expect(again.notice).toContain('3 templates could not be read')
  expect(again.state.panels.map(({ name }) => name)).toEqual(['Good'])
  expect(again.state.workspaces.map(({ name }) => name)).toEqual(['Whole'])
  expect((await readdir(folder)).filter((name) => name !== 'templates.json')).toHaveLength(1)
})
