import { beforeEach, expect, test } from 'vitest'
import { localProfile } from '#engine/connection/local'
import { logFolderOf } from '#engine/recording/location'
import { firstOptions } from '#engine/recording/replay/messages'
import { LogWriter } from '#engine/recording/log/writer'
import { pinnedSpans, readPins } from '#engine/recording/pins'
import { setUpReplay, type Replay } from '#main/recording/replay/index'
import { defaultSettings } from '#shared/contract/app/settings'
import type { ConnectionsState, Profile } from '#shared/contract/connection/connections'
import { Emitter } from '#shared/domain/base/emitter'
import { freshFolder } from '../../../integration/support/folder'
import { HandClock } from '../../engine/hand-clock'
import { Answering } from './answering-process'

const desk: Profile = { ...localProfile, id: 'desk', name: 'Desk', clientId: 'desk', builtIn: false }
const from = { windowId: 'one' }

let folder: string
let replay: Replay
let processes: Answering[]
let pushed: unknown[][]
let warned: string[]
let windows: Map<string, { visible: boolean; show: () => void }>
let isOn: boolean
let problem: object | null
let isSilent: boolean
let clock: HandClock
const changed = new Emitter<ConnectionsState>()
const gone = new Emitter<string>()
const settings = new Emitter()

const setUp = (usedAtStart: Profile | null) =>
  setUpReplay({
    clock,
    folder,
    spawn: () => {
      const process = new Answering()
      process.problem = problem
      process.isSilent = isSilent
      processes.push(process)
      return process
    },
    settings: { now: () => ({ ...defaultSettings, recording: isOn, staleAfter: 5 }), onChange: settings.on },
    connections: { onChange: changed.on, profiles: () => [localProfile, desk], usedAtStart },
    interval: () => 33,
    sourceOf: async (id) => ({ folder, profileId: 'recorded', connection: id, environment: 'production' }),
    inUse: { log: null, needs: async () => {} },
    browserOf: (id) => {
      const window = windows.get(id)
      return (
        window && {
          isDestroyed: () => false,
          isMinimized: () => false,
          isVisible: () => window.visible,
          on: (event: string, listener: () => void) => event === 'show' && (window.show = listener),
          off: () => undefined
        }
      )
    },
    openDesk: () => {
      windows.set('new', { visible: true, show: () => {} })
      return 'new'
    },
    onWindowGone: gone.on,
    pushes: { send: (...words: unknown[]) => void pushed.push(words) },
    warn: (sentence) => warned.push(sentence)
  })

beforeEach(async () => {
  folder = await freshFolder()
  processes = []
  pushed = []
  warned = []
  windows = new Map([['one', { visible: true, show: () => {} }]])
  isOn = true
  problem = null
  isSilent = false
  clock = new HandClock()
  const log = logFolderOf(folder, desk)
  const writer = await LogWriter.open(log, () => 0)
  writer.add(1, { epoch: 0, milliseconds: 1 }, 'e', Buffer.from('{}'))
  await writer.write(false)
  await writer.close()
  replay = setUp(desk)
})

const open = (at: number | null = 1, newWindow = false, windowId = 'one') =>
  replay.handlers.open({ at, newWindow }, { windowId })
const read = (windowId = 'one') => replay.handlers.read(undefined, { windowId })

test('opens the recording of the connection last used, also without one in use', async () => {
  expect(await read()).toBeNull()
  await open(1)
  expect(processes[0]!.requests).toEqual([
    {
      kind: 'open',
      id: 1,
      folder: logFolderOf(folder, desk),
      profileId: 'desk',
      connection: 'Desk',
      environment: 'local',
      at: 1,
      options: firstOptions,
      conditions: { visible: true, interval: 33, staleAfter: 5000 }
    }
  ])
  expect(await read()).toMatchObject({ phase: 'paused' })
  expect(pushed[0]).toMatchObject(['one', 'replay.changed', { phase: 'seeking', connection: 'Desk' }])
})

test('says why there is nothing to replay', async () => {
  replay = setUp(null)
  await expect(open()).rejects.toThrow('replay.no-connection')
  const status = { profileId: localProfile.id }
  changed.fire({ status } as ConnectionsState)
  await expect(open()).rejects.toThrow('Nothing has been recorded for this connection yet.')
  isOn = false
  await expect(open()).rejects.toThrow('recording is turned off')
  changed.fire({ status: { profileId: 'desk' } } as ConnectionsState)
  changed.fire({ status: { profileId: null } } as ConnectionsState)
  await open()
  expect(processes.length).toBe(1)
})

test('calls go to the process of their window, with the payload as it is', async () => {
  await expect(replay.handlers.play(undefined, from)).rejects.toThrow('replay.closed')
  expect(await replay.handlers.unsubscribe({ id: 1 }, from)).toBeNull()
  await open()
  const step = { by: 'trade', market: 'A', back: true } as const
  await replay.handlers.step(step, from)
  expect(processes[0]!.requests.at(-1)).toMatchObject({ kind: 'call', method: 'step', payload: step })
  await expect(replay.handlers.step(step, { windowId: 'two' })).rejects.toThrow('replay.closed')
})

test('an open replay seeks, and one that ended opens again', async () => {
  await open(1)
  await open(9)
  expect(processes.length).toBe(1)
  expect(processes[0]!.requests.at(-1)).toMatchObject({ method: 'seek', payload: { at: 9 } })
  processes[0]!.end()
  expect(await read()).toMatchObject({ phase: 'failed' })
  expect(pushed.at(-1)).toMatchObject(['one', 'replay.changed', { phase: 'failed' }])
  expect(warned).toEqual(['The replay stopped unexpectedly. Open it again, or go back to live.'])
  await open(9)
  expect(processes.length).toBe(2)
})

test('one that failed opens again with its speed and range, each time', async () => {
  const kept = { speed: 100, rangeIn: 2, rangeOut: 9, loop: true }
  const options = { speed: 100, range: { in: 2, out: 9, loop: true } }
  for (const process of [0, 1]) {
    await open(5)
    processes[process]!.reply({ kind: 'state', state: { phase: 'playing', at: 5, ...kept } })
    processes[process]!.end()
    pushed.length = 0
  }
  await open(5)
  expect(pushed[0]).toMatchObject(['one', 'replay.changed', { phase: 'seeking', at: 5, ...kept }])
  const opened = processes.map(({ requests: [first] }) => first)
  expect(opened).toMatchObject([firstOptions, options, options].map((each) => ({ at: 5, options: each })))
})

test('one that sent a speed or range that is not valid opens without', async () => {
  const valid = { speed: 2, rangeIn: 1, rangeOut: 9, loop: true }
  for (const wrong of [{ speed: 3 }, { rangeIn: -1 }, { rangeOut: '9' }, { loop: 1 }]) {
    await open(1)
    const state = { phase: 'playing', at: 5, ...valid, ...wrong }
    processes.at(-1)!.reply({ kind: 'state', state })
    processes.at(-1)!.end()
    await open(1)
    expect(processes.at(-1)!.requests[0]).toMatchObject({ options: firstOptions })
    await replay.handlers.close(undefined, from)
  }
})

test('keeps its recording after a change of the connection', async () => {
  await open(1)
  changed.fire({ status: { profileId: localProfile.id } } as ConnectionsState)
  await open(5, true)
  await read('new')
  processes[0]!.end()
  await open(9)
  const opened = processes.map(({ requests: [first] }) => first)
  expect(opened).toMatchObject([1, 5, 9].map((at) => ({ kind: 'open', connection: 'Desk', at })))
})

test('one that cannot open leaves the window live', async () => {
  problem = { code: 'replay.empty', sentence: 'Nothing.', retryable: false }
  await expect(open()).rejects.toThrow('Nothing.')
  expect(await read()).toBeNull()
  expect(pushed.at(-1)).toEqual(['one', 'replay.changed', null])
  expect(processes[0]!.isKilled).toBe(true)
})

test('a window that was opened for a replay is live if its process hangs before it is open', async () => {
  isSilent = true
  await open(7, true)
  expect(await read('new')).toMatchObject({ phase: 'seeking' })
  const range = { from: null, to: null, parts: 1, market: null }
  const overview = replay.handlers.overview(range, { windowId: 'new' })
  for (let second = 0; second < 70; second++) clock.advance(1000)
  await expect(overview).rejects.toThrow('replay.hung')
  const sentence = 'The replay stopped responding. Open it again, or go back to live.'
  await expect.poll(() => pushed.at(-1)).toEqual(['new', 'app.notice', { sentence, kind: 'warning' }])
  expect(pushed.at(-2)).toEqual(['new', 'replay.changed', null])
  expect(await read('new')).toBeNull()
})

test('another window starts in replay once its page asks', async () => {
  await open(7, true)
  expect(processes).toEqual([])
  // Its first navigation.
  gone.fire('new')
  expect(await read('new')).toMatchObject({ phase: 'seeking' })
  await expect.poll(() => read('new')).toMatchObject({ phase: 'paused' })
  expect(processes[0]!.requests[0]).toMatchObject({ kind: 'open', at: 7 })
  expect(await read()).toBeNull()
  gone.fire('new')
  expect(processes[0]!.isKilled).toBe(true)
  expect(await read('new')).toBeNull()
})

test('a window that was closed before it asked starts nothing later', async () => {
  await open(7, true)
  windows.delete('new')
  gone.fire('new')
  windows.set('new', { visible: true, show: () => {} })
  expect(await read('new')).toBeNull()
})

test('ends with close, with its window, with the data, and with the app', async () => {
  await open()
  await replay.handlers.close(undefined, from)
  expect(pushed.at(-1)).toEqual(['one', 'replay.changed', null])
  await open()
  gone.fire('one')
  await open()
  replay.closeAll()
  expect(pushed.at(-1)).toEqual(['one', 'replay.changed', null])
  await open()
  replay.dispose()
  expect(processes.map(({ isKilled }) => isKilled)).toEqual([true, true, true, true])
})

test('what the process says reaches its window alone', async () => {
  await open()
  pushed.length = 0
  processes[0]!.reply({ kind: 'state', state: { phase: 'playing', at: 3 } })
  processes[0]!.reply({ kind: 'overview' })
  expect(pushed).toEqual([
    ['one', 'replay.changed', { phase: 'playing', at: 3 }],
    ['one', 'replay.overviewChanged', null]
  ])
})

test('the process follows whether its window can be seen', async () => {
  windows.get('one')!.visible = false
  await open()
  expect(processes[0]!.requests[0]).toMatchObject({ conditions: { visible: false } })
  windows.get('one')!.visible = true
  windows.get('one')!.show()
  expect(processes[0]!.requests.at(-1)).toMatchObject({ kind: 'conditions', conditions: { visible: true } })
})

test('pins the range, or else the day of the position, of the recording that the window shows', async () => {
  await expect(replay.handlers.pin({ pinned: true }, from)).rejects.toThrow('replay.closed')
  await open()
  const show = (state: object) =>
    processes[0]!.reply({ kind: 'state', state: { phase: 'paused', connection: 'Desk', ...state } })
  const log = logFolderOf(folder, desk)
  const at = Date.UTC(2026, 10, 24, 10)
  show({ at, rangeIn: at, rangeOut: null })
  await replay.handlers.pin({ pinned: true }, from)
  expect(await readPins(log)).toEqual({ days: new Set(['2026-11-24']), ranges: [] })
  await replay.handlers.pin({ pinned: false }, from)
  show({ at, rangeIn: at + 0.5, rangeOut: at + 60_000.5 })
  await replay.handlers.pin({ pinned: true }, from)
  expect(await readPins(log)).toEqual({ days: new Set(), ranges: [{ from: at, to: at + 60_001 }] })
  expect([...(await pinnedSpans(log))]).toEqual([at, at + 60_001])
  await replay.handlers.pin({ pinned: false }, from)
  expect((await readPins(log)).ranges).toEqual([])
})
