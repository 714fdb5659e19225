import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMarks } from '#main/base/startup/marks'
import { createNotices } from '#main/app/start/notices'
import { readOptions } from '#main/app/start/options'
import { chooseUserData } from '#main/app/start/user-data'
import { views } from '#shared/contract/workspace/views'
import type { WindowContent } from '#shared/contract/workspace/windows'
import { panelKinds } from '#shared/domain/workspace/index'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-start-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const unset = {
  ...{ view: null, panel: null, size: null, after: 0 },
  ...{ marks: null, sandboxRate: null, updateSource: null, newWindow: false, startInTray: false },
  ...{ print: null, problem: null }
}

test('reads options anywhere, relative to the caller, last one wins', () => {
  const words = [
    'electron',
    '--no-sandbox',
    '.',
    '--shot=a.png',
    '--user-data=/data/desk',
    '--shot=b.png',
    '--marks='
  ]
  expect(readOptions(words, '/home/caller')).toEqual({
    userData: path.resolve('/data/desk'),
    shot: path.resolve('/home/caller/b.png'),
    ...unset
  })
  expect(readOptions([], '/')).toEqual({ userData: null, shot: null, ...unset })
})

test('reads a value after a space too, but no other option as a value', () => {
  expect(readOptions(['--user-data', '/data/desk', '--shot', 'b.png', '--view'], '/home')).toMatchObject({
    userData: path.resolve('/data/desk'),
    shot: path.resolve('/home/b.png'),
    view: null
  })
  expect(readOptions(['--user-data', '--shot=a.png'], '/').userData).toBeNull()
})

test('reads what to print or open, but not from links', () => {
  expect(readOptions(['--new-window'], '/')).toMatchObject({ newWindow: true, print: null })
  expect(readOptions(['--start-in-tray'], '/')).toMatchObject({ startInTray: true })
  expect(readOptions(['--version'], '/').print).toBe('version')
  expect(readOptions(['--help'], '/').print).toBe('usage')
  expect(readOptions(['--', '--new-window', '--version'], '/')).toMatchObject({
    newWindow: false,
    print: null
  })
})

test('reads view, panel, size and delay of a screenshot', () => {
  const args = ['--view=settings', '--panel=depth', '--size=1280x800', '--after=5']
  expect(readOptions(args, '/')).toMatchObject({
    view: 'settings',
    panel: 'depth',
    size: { width: 1280, height: 800 },
    after: 5,
    problem: null
  })
  expect(readOptions(['--size=wide', '--after=-1'], '/')).toMatchObject({ size: null, after: 0 })
})

test('names the known views and panels for an unknown one', () => {
  const view = readOptions(['--view=nothing'], '/').problem
  expect(view).toContain('“nothing”')
  for (const name of views) expect(view).toContain(name)
  const panel = readOptions(['--panel='], '/').problem
  for (const kind of panelKinds) expect(panel).toContain(kind)
})

test.each([
  ['--sandbox-rate=250', 250],
  ['--sandbox-rate=0', null],
  ['--sandbox-rate=50001', null],
  ['--sandbox-rate=2.5', null],
  ['--sandbox-rate=', null],
  ['--sandbox-rate=fast', null]
])('limits the sandbox rate: %s', (word, sandboxRate) =>
  expect(readOptions([word], '/')).toMatchObject({ sandboxRate })
)

test('ignores arguments after the terminator', () => {
  const words = [
    'electron',
    '.',
    '--user-data=/data/desk',
    '--',
    'leadline://help',
    '--user-data=/other',
    '--shot=a.png'
  ]
  expect(readOptions(words, '/')).toMatchObject({ userData: path.resolve('/data/desk'), shot: null })
})

test('creates the data folder and leaves it clean', () => {
  const wanted = path.join(folder, 'deep', 'data')
  expect(chooseUserData(wanted)).toEqual({ folder: wanted, notice: null })
  expect(readdirSync(wanted)).toEqual([])
})

test('uses a temporary data folder if necessary, and overwrites nothing', () => {
  const taken = path.join(folder, 'taken')
  writeFileSync(taken, 'mine')
  const chosen = chooseUserData(path.join(taken, 'data'), folder)
  expect(chosen.folder.startsWith(path.join(folder, 'leadline-'))).toBe(true)
  expect(existsSync(chosen.folder)).toBe(true)
  expect(chosen.notice).toContain(path.join(taken, 'data'))
  expect(readFileSync(taken, 'utf8')).toBe('mine')
})

test('keeps the first mark of a name, sorted by time', () => {
  const marks = createMarks(() => 50)
  const calls: string[] = []
  const stop = marks.onSet((mark) => calls.push(mark.name))
  marks.set('window-1', 'first paint', 90)
  marks.set('window-1', 'first paint', 10)
  marks.set('window-2', 'first paint', 20)
  stop()
  marks.set('main', 'app ready')
  expect(marks.all().map(({ process, at }) => [process, at])).toEqual([
    ['window-2', 20],
    ['main', 50],
    ['window-1', 90]
  ])
  expect(calls).toEqual(['first paint', 'first paint'])
  expect([marks.has('main', 'app ready'), marks.has('window-2', 'app ready')]).toEqual([true, false])
})

test('shows a notice once, preferably in a desk', () => {
  const desk: WindowContent = { kind: 'desk', view: 'markets', workspace: null }
  const frame: WindowContent = { kind: 'frame', workspace: 'w', frame: 'f' }
  const notices = createNotices()
  notices.add('One.')
  expect(notices.takeFor(frame, [frame, desk])).toEqual([])
  expect(notices.takeFor(desk, [frame, desk])).toEqual(['One.'])
  expect(notices.takeFor(desk, [frame, desk])).toEqual([])
  notices.add('Two.')
  expect(notices.takeFor(frame, [frame])).toEqual(['Two.'])
})

test('never writes a probe to a prepared path, and restricts the folder', () => {
  const wanted = path.join(folder, 'data')
  const outside = path.join(folder, 'outside')
  mkdirSync(wanted, { mode: 0o755 })
  writeFileSync(outside, 'mine')
  symlinkSync(outside, path.join(wanted, `.probe-${process.pid}`))
  expect(chooseUserData(wanted).notice).toBeNull()
  expect(readFileSync(outside, 'utf8')).toBe('mine')
  expect(statSync(wanted).mode & 0o777).toBe(0o700)
})
