import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freshUserData, launch, project, program, startArguments, startEnvironment } from './app'
import { expect } from './expect'
import { test } from './test'

let userData: string
test.beforeEach(async () => {
  userData = await freshUserData({ offline: true, view: 'help' })
})
test.afterEach(() => rm(userData, { recursive: true, force: true, maxRetries: 5 }))

function run(args: readonly string[], folder = userData) {
  const child = spawn(program(), startArguments(folder, args), { cwd: project, env: startEnvironment() })
  let errors = ''
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  return new Promise<{ code: number | null; errors: string }>((done) => {
    child.on('close', (code) => done({ code, errors }))
  })
}

const pngSize = async (file: string) => {
  const bytes = await readFile(file)
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'))
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

test('writes screenshots and startup marks, then exits', async () => {
  const place = {
    content: { kind: 'desk', view: 'settings', workspace: null },
    onTop: false,
    bounds: { x: 0, y: 0, width: 1000, height: 640 },
    display: 1,
    maximised: false
  }
  await writeFile(
    path.join(userData, 'windows.json'),
    JSON.stringify({ version: 2, windows: ['desk 1', 'desk 2'].map((key) => ({ key, ...place })) })
  )
  const file = path.join(userData, 'marks.json')
  const { code } = await run([`--shot=${path.join(userData, 'a.png')}`, `--marks=${file}`])
  expect(code).toBe(0)
  for (const name of ['a.png', 'a-2.png']) {
    const { width, height } = await pngSize(path.join(userData, name))
    expect(width).toBeGreaterThan(500)
    expect(height).toBeGreaterThan(400)
  }
  await expect(stat(path.join(userData, 'a-3.png'))).rejects.toThrow()

  const { marks } = JSON.parse(await readFile(file, 'utf8')) as {
    marks: { process: string; name: string; at: number }[]
  }
  const at = (process: string, name: string) =>
    marks.find((mark) => mark.process === process && mark.name === name)?.at ?? Number.NaN
  const times = [
    at('main', 'process start'),
    at('main', 'app ready'),
    at('window-1', 'created'),
    at('window-1', 'shown'),
    at('window-1', 'painted')
  ]
  expect(times).toEqual([...times].sort((one, other) => one - other))
  expect(at('window-1', 'first paint')).toBeGreaterThan(at('window-1', 'created'))
  for (const mark of marks) expect(Math.abs(mark.at - Date.now())).toBeLessThan(120_000)
})

test('reports an unwritable screenshot or data folder at once', async () => {
  const { code, errors } = await run([`--shot=${path.join(userData, 'absent', 'a.png')}`])
  expect(code).toBe(1)
  expect(errors).toContain('cannot be written (ENOENT)')
  await mkdir(path.join(userData, 'folder.png'))
  const taken = path.join(userData, 'taken')
  await writeFile(taken, '')
  const folder = await run([`--shot=${path.join(userData, 'folder.png')}`], path.join(taken, 'inside'))
  expect(folder.code).toBe(1)
  expect(folder.errors).toContain('it is a folder')
  expect(folder.errors).toContain(`The data folder ${path.join(taken, 'inside')} cannot be written`)
})

test('saves a screenshot of one panel at a given size; refuses unknown names', async () => {
  const file = path.join(userData, 'a.png')
  const { code } = await run([`--shot=${file}`, '--panel=alerts', '--size=700x500'])
  expect(code).toBe(0)
  expect(await pngSize(file)).toEqual({ width: 700, height: 500 })
  const unknown = await run([`--shot=${file}`, '--panel=nothing'])
  expect(unknown.code).toBe(1)
  expect(unknown.errors).toContain('watchlist, chart, book')
})

test('focuses the first instance on a second start', async () => {
  const running = await launch({ userData })
  await running.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.hide()
  })
  const second = await run([])
  expect(second.code).toBe(0)
  expect(second.errors).toContain('already running')
  await expect
    .poll(() => running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true)
  expect(running.app.windows().length).toBe(1)
  const pictured = await run([`--shot=${path.join(userData, 'a.png')}`])
  expect(pictured.code).toBe(1)
  expect(pictured.errors).toContain('was not written')
  await running.close()
})
