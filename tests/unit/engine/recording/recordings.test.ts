import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Hub } from '#engine/market/hub'
import { FrameReader } from '#engine/market/live/reader'
import { logFolderOf } from '#engine/recording/location'
import { segmentFile } from '#engine/recording/log/segments'
import { Recordings } from '#engine/recording/recordings'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { HandClock } from '../hand-clock'
import { LogScript } from './log-script'
import { ScriptedProcess } from './scripted-process'
import { everywhere } from './support'

const service = { environment: 'production', restBase: 'https://api.example', clientId: 'desk' } as const

/** Recordings of a hub that lives without a socket. */
class Bench {
  readonly clock = new HandClock()
  readonly processes: ScriptedProcess[] = []
  readonly frames = new LogScript()
  isOn = true
  staleAfter = 10_000
  readonly recordings: Recordings
  readonly hub: Hub = new Hub({
    clock: this.clock,
    staleAfter: () => this.staleAfter,
    register: (market) => this.reader.register(market),
    desire: () => undefined,
    resync: () => undefined
  })
  readonly reader = new FrameReader(this.hub)

  constructor(folder = '/recordings') {
    this.recordings = new Recordings({
      clock: this.clock,
      folder,
      isMoved: false,
      spawn: () => {
        this.processes.push(new ScriptedProcess())
        return this.processes.at(-1)!
      },
      isOn: () => this.isOn,
      staleAfter: () => this.staleAfter,
      budgets: () => everywhere({ bytes: 1, days: 1, freeBytes: 0, sealedFirst: false }),
      afterStartup: (work) => work()
    })
  }

  /** Of the newest recorder. */
  get items() {
    this.clock.advance(300)
    return this.processes.at(-1)!.items
  }

  get texts() {
    return this.items.filter(({ kind }) => kind !== 'k').map(({ text }) => text)
  }

  /** With a stream whose book is live. */
  begin() {
    const stream = this.recordings.begin(service)
    stream.attach!(() => this.hub.save())
    this.hub.hold('BTCUSD')
    this.hub.opened()
    this.frames.now = this.clock.wall()
    this.frames.snapshot([['10', '1']], [['11', '1']])
    this.reader.read(this.frames.items.at(-1)!.content, false, this.clock.monotonic())
    return stream
  }

  /** The recorder can write from now on. */
  async opened(next = 1) {
    await new Promise(setImmediate)
    this.processes.at(-1)!.reply({ kind: 'opened', opening: 1, next })
  }

  /** The state that follows from the newest recorder's items. */
  get replayed() {
    const hub = new RecordedHub({ staleAfter: () => NaN })
    for (const { seq, time, kind, text } of this.items) {
      hub.apply({ seq, kind, content: Buffer.from(text), milliseconds: time, nanoseconds: 0 })
    }
    return hub.market('BTCUSD')
  }
}

test('a recording of a new connection begins with its events', async () => {
  const bench = new Bench()
  bench.begin()
  await bench.opened()
  expect(bench.items.map(({ kind }) => kind)).toEqual(['e', 'e'])
  expect(bench.texts.map((text) => (JSON.parse(text) as { event: string }).event)).toEqual([
    'clock',
    'settings'
  ])
  void bench.recordings.dispose()
})

test('says since when there is one, also while nothing is recorded', async () => {
  const all = await mkdtemp(path.join(tmpdir(), 'leadline-recordings-'))
  const bench = new Bench(all)
  bench.isOn = false
  const folder = logFolderOf(all, service)
  await mkdir(folder, { recursive: true })
  await writeFile(segmentFile(folder, Date.UTC(2026, 10, 18, 9), undefined), '')
  bench.begin()
  const since = Date.UTC(2026, 10, 18, 9)
  await expect.poll(() => bench.recordings.state).toMatchObject({ phase: 'off', since })
  await bench.recordings.end()
  expect(bench.recordings.state.since).toBe(since)
  await bench.recordings.dispose()
  await rm(all, { recursive: true })
})

test('one that is turned on later begins with the markets as they are', async () => {
  const bench = new Bench()
  bench.isOn = false
  bench.begin()
  bench.isOn = true
  bench.recordings.applySettings()
  await bench.opened()
  expect(bench.items.map(({ kind }) => kind)).toEqual(['e', 'e', 'k'])
  expect(bench.replayed?.state).toBe('live')
  expect(bench.replayed?.book.save()).toEqual(bench.hub.market('BTCUSD')!.book.save())
  void bench.recordings.dispose()
})

test('a gap is followed by the markets as they are', async () => {
  const bench = new Bench()
  const stream = bench.begin()
  for (let count = 0; count < 20; count++)
    stream.frame(Buffer.alloc(1024 * 1024), true, bench.clock.monotonic())
  await bench.opened()
  const size = { bytes: 1, since: 0 }
  const kept = 22 - bench.recordings.state.dropped
  bench.processes.at(-1)!.reply({ kind: 'written', opening: 1, next: kept + 1, size, notRemoved: null })
  expect(bench.items.slice(kept).map(({ kind }) => kind)).toEqual(['g', 'e', 'k'])
  expect(bench.replayed?.state).toBe('live')
  void bench.recordings.dispose()
})

test('a new limit of silence is recorded once', async () => {
  const bench = new Bench()
  bench.begin()
  await bench.opened()
  bench.recordings.applySettings()
  bench.staleAfter = 5000
  bench.recordings.applySettings()
  bench.recordings.applySettings()
  const settings = bench.texts.filter((text) => text.includes('settings'))
  expect(settings).toEqual(
    [10_000, 5000].map((staleAfter) => JSON.stringify({ event: 'settings', staleAfter }))
  )
  void bench.recordings.dispose()
})
