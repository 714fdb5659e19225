import { chmod, readFile, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freshUserData, launch, type RunningApp } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { test } from './test'

let userData: string
let running: RunningApp | null = null
test.beforeEach(async () => {
  userData = await freshUserData({ offline: true, view: 'help' })
})
test.afterEach(async () => {
  await running?.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
  running = null
})

const put = (name: string, content: string) => writeFile(path.join(userData, name), content)
const read = (name: string) => readFile(path.join(userData, name), 'utf8')
const start = async () => {
  running = await launch({ userData })
  return running.page
}
const setAside = async (name: string) => {
  const found = (await readdir(userData)).find((entry) => entry.startsWith(`${name}.damaged-`))
  return found && read(found)
}
const settings = () => call(running!.page, (bridge) => bridge.call.settings.read())
const changeTheme = () => call(running!.page, (bridge) => bridge.call.settings.change({ theme: 'light' }))

const damaged = '{"version":1,"theme":"dark","profiles":[{"id"'

/** tests/unit/engine/base/files has every fault of every kind, and hostile-computer.test.ts has special ones. */
test('quarantines damaged files and invalid values with a message each, and starts', async () => {
  const good = {
    id: 'good',
    name: 'Good desk',
    environment: 'sandbox',
    restBase: 'https://api.example.test/v2',
    tokenHost: 'https://auth.example.test',
    streamAddress: 'wss://ws.example.test',
    clientId: 'desk',
    features: { markets: true, addresses: false, conversions: false, statements: false },
    secretInKeychain: false
  }
  const profiles = [good, { ...good, id: 'bad', name: 'Bad desk', environment: 'moon' }]
  const connections = JSON.stringify({ version: 1, profiles, lastUsed: null })
  const invalid = '{"version":1,"guideDone":true,"zoom":95,"palette":"colour-blind"}'
  let layout = '{"kind":"tabs","panels":["a"],"active":"a"}'
  for (let depth = 0; depth < 3000; depth++)
    layout = `{"kind":"split","direction":"row","parts":[${layout}],"shares":[1]}`
  await put('workspaces.json', `{"version":1,"links":{},"workspaces":[{"frames":[{"root":${layout}}]}]}`)
  await put('connections.json', connections)
  await put('settings.json', invalid)
  await put('windows.json', damaged)
  await put('archive.json.4711-1.tmp', '')
  await utimes(path.join(userData, 'archive.json.4711-1.tmp'), 1, 1)
  await chmod(userData, 0o755)
  const page = await start()
  await expect(page.getByText(/The workspaces file was .*set aside/).first()).toBeVisible()
  await expect(page.getByText('zoom was ignored').first()).toBeVisible()
  await expect(page.getByText('1 of 2 connections could not be read (“Bad desk”)').first()).toBeVisible()
  expect((await settings()).settings).toMatchObject({ zoom: 100, palette: 'colour-blind' })
  await expect(page.getByText('The window layout file was damaged').first()).toBeVisible()
  expect(await setAside('windows.json')).toBe(damaged)
  expect(running!.app.windows()).toHaveLength(1)
  const state = await call(page, (bridge) => bridge.call.connections.read())
  expect(state.profiles.map(({ name }) => name)).toEqual(['Local sandbox', 'Good desk'])
  expect(await setAside('connections.json')).toBe(connections)
  expect(await setAside('settings.json')).toBe(invalid)
  expect((await changeTheme()).notSaved).toBeNull()
  expect((await stat(userData)).mode & 0o777).toBe(0o700)
  await expect.poll(() => readdir(userData)).not.toContain('archive.json.4711-1.tmp')
})

test('reads newer files as far as possible and leaves them unchanged, beside damaged ones', async () => {
  const newer = JSON.stringify({ version: 99, theme: 'light', guideDone: true, clock: 'sidereal' })
  const places = '{"version":3,"windows":[{"future":true}]}'
  await put('settings.json', newer)
  await put('windows.json', places)
  await put('connections.json', damaged)
  await put('alerts.json', '{')
  await truncate(path.join(userData, 'alerts.json'), 600 * 1024 * 1024)
  const page = await start()
  await expect(page.getByText(/The alerts file (is|was) .*set aside/).first()).toBeVisible()
  expect(await settings()).toMatchObject({ settings: { theme: 'light', clock: 'utc' } })
  await expect(page.getByText('newer Leadline').first()).toBeVisible()
  await expect(page.getByText('The connections file was damaged').first()).toBeVisible()
  expect(await setAside('connections.json')).toBe(damaged)
  const changed = await call(page, (bridge) => bridge.call.settings.change({ theme: 'dark' }))
  expect(changed.settings.theme).toBe('dark')
  const notSaved = changed.notSaved!
  expect(notSaved).toContain('newer Leadline')
  await expect(page.getByText(notSaved).or(page.getByTitle(notSaved)).first()).toBeVisible()
  await running!.close()
  expect(await read('settings.json')).toBe(newer)
  expect(await read('windows.json')).toBe(places)
})

test('uses a temporary data folder if the given one is not writable, and reports it', async () => {
  // A file instead of the folder fails even for root.
  const blocked = path.join(userData, 'a file')
  await writeFile(blocked, 'another file')
  running = await launch({ userData: path.join(blocked, 'data') })
  await expect(running.page.getByText(/data folder .* cannot be written/).first()).toBeVisible()
  expect((await changeTheme()).settings.theme).toBe('light')
  const used = await running.app.evaluate(({ app }) => app.getPath('userData'))
  expect(used).not.toContain(blocked)
  await running.close()
  await rm(used, { recursive: true, force: true, maxRetries: 5 })
  expect(await readFile(blocked, 'utf8')).toBe('another file')
})
