import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { acquireLease, nothingSeen, type Term } from '#engine/feed/leader/lease'
import { whileHeld } from '#engine/feed/leader/record-both'
import { recorderInProcess } from '#engine/recording/in-process'
import { logFolderOf } from '#engine/recording/location'
import { LogWriter } from '#engine/recording/log/writer'
import { verifyLog } from '#engine/recording/log/verify'
import { LogCursor } from '#engine/recording/replay/log-cursor'
import { listSegments } from '#engine/recording/log/segments'
import type { LogStart } from '#engine/recording/messages'
import { Recordings } from '#engine/recording/recordings'
import { fetchShared, segmentSets } from '#engine/recording/shared/fetch'
import { FolderStore } from '#engine/recording/shared/folder-store'
import { SharedSets } from '#engine/recording/shared/read-sums'
import { shareSealed } from '#engine/recording/shared/share'
import { SeededRandom } from '../../../chaos/random'
import { freshFolder } from '../../../integration/support/folder'
import { HandClock } from '../hand-clock'
import { zcat } from '../recording/support'
import { pass, StoppableClock, Store } from './simulated-lease'

const milliseconds = 3000
/** Shorter than most terms. */
const segmentLength = 2000
const service = { environment: 'production', restBase: 'https://api.example.com', clientId: 'desk' } as const

/** A collector that records what its own connection receives while it leads. */
class Collector {
  term: Term | null = null
  writer: LogWriter | null = null
  /** What waits in its socket while the process is stopped. */
  #socket: number[] = []
  #next = 0
  readonly #seen = nothingSeen()
  readonly #clock: StoppableClock

  constructor(
    hand: HandClock,
    private readonly store: Store,
    readonly folder: string,
    ahead: number,
    private readonly signal: AbortSignal
  ) {
    this.#clock = new StoppableClock(hand, ahead)
    this.stand()
  }

  get isStopped(): boolean {
    return this.#clock.isStopped
  }

  stand(): void {
    const ports = { clock: this.#clock, store: this.store, seen: this.#seen, holder: 'x', milliseconds }
    void acquireLease(ports, this.signal).then(
      (term) => {
        this.term = term
        term.nextItem = () => this.#next
      },
      () => undefined
    )
  }

  stop(): void {
    this.#clock.isStopped = true
  }

  /** The socket may be read before any timer. */
  resume(record: (frame: number) => void): void {
    for (const frame of this.#socket.splice(0)) this.#record(frame, record)
    this.#clock.resume()
  }

  async begin(): Promise<void> {
    if (!this.term || this.writer) return
    const log = logFolderOf(this.folder, service)
    this.writer = await LogWriter.open(
      log,
      () => this.#clock.wall(),
      Infinity,
      this.term.start,
      segmentLength
    )
    this.#next = this.writer.nextSeq
    const epoch = this.#clock.wall() - this.#clock.monotonic()
    this.#add('e', JSON.stringify({ event: 'clock', epoch, start: true, shared: true }))
  }

  receive(frame: number, record: (frame: number) => void): void {
    if (!this.writer) return
    if (this.isStopped) this.#socket.push(frame)
    else this.#record(frame, record)
  }

  async end(): Promise<void> {
    this.term = null
    await this.writer?.write(true)
    await this.writer?.close()
    this.writer = null
  }

  #record(frame: number, record: (frame: number) => void): void {
    const recorder = whileHeld(this.term!, () => ({
      reading: () => {},
      frame: (bytes) => {
        this.#add('f', Buffer.from(bytes).toString())
        record(frame)
      },
      event: () => {}
    }))
    recorder?.frame(Buffer.from(`{"frame":${frame}}`), false, 0)
  }

  #add(kind: 'f' | 'e', text: string): void {
    const epoch = this.#clock.wall() - this.#clock.monotonic()
    const arrival = { epoch, milliseconds: this.#clock.monotonic() }
    this.writer!.add(this.#next++, arrival, kind, Buffer.from(text))
  }
}

const framesOf = (lines: readonly string[]) =>
  lines.flatMap((line) => {
    const [, , kind, text = ''] = line.split('\t')
    return kind === 'f' ? [(JSON.parse(text) as { frame: number }).frame] : []
  })

/** As one log, what several collectors recorded. */
async function fetchAll(folders: readonly string[], desk: string, now: number) {
  const store = FolderStore.of(await freshFolder(), service)
  const sets = new SharedSets(store)
  const { signal } = new AbortController()
  const nothing = () => {}
  for (const folder of folders)
    await shareSealed({
      ...{ store, sets, signal, now },
      log: logFolderOf(folder, service),
      limits: { days: 3650, bytes: 1e12 },
      settle: -1e15,
      mayContinue: false,
      isDue: true,
      onShared: nothing,
      onRemoved: nothing
    })
  const log = path.join(desk, 'log')
  const wanted = await segmentSets(sets, signal)
  const how = { store, wanted, log, now, maxBytes: 1e9, signal, onProgress: nothing }
  const { refused } = await fetchShared({ ...how, freeBytes: () => Promise.resolve(1e12) })
  return { log, refused }
}

it('is one recording although a leader was stopped while it connected', async () => {
  const [clock, root] = [new HandClock(), await freshFolder()]
  const lead = async (name: string, start: LogStart, isHeld: boolean): Promise<string> => {
    const folder = path.join(root, name)
    const budget = { days: 1, bytes: 1e12, freeBytes: 0, sealedFirst: false }
    const recordings = new Recordings({
      ...{ clock, folder, isMoved: false, staleAfter: () => 1000, isOn: () => true },
      spawn: () => recorderInProcess(clock),
      budgets: () => ({ local: budget, remote: budget }),
      afterStartup: (work) => work()
    })
    const recorder = whileHeld({ isHeld }, () => recordings.begin(service, start))
    recorder?.frame(Buffer.from('{"frame":1}'), false, clock.monotonic())
    await recordings.dispose()
    return folder
  }
  const starts = [0, 1].map((count) => ({
    seq: 1e6 * (count + 1),
    time: clock.wall() + count * milliseconds
  }))
  clock.advance(milliseconds)
  const second = await lead('second', starts[1]!, true)
  clock.advance(milliseconds)
  const first = await lead('first', starts[0]!, false)
  const { log, refused } = await fetchAll([first, second], path.join(root, 'desk'), clock.wall())
  expect(refused).toEqual([])
  expect(framesOf(await zcat(log))).toEqual([1])
})

it('is one recording with each frame once and only true gaps, whoever leads when', async () => {
  let [terms, parts] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), fc.boolean(), async (seed, isLossy) => {
      const random = new SeededRandom(seed)
      const [hand, store, root] = [new HandClock(), new Store(random), await freshFolder()]
      const run = new AbortController()
      const { signal } = run
      store.lost = isLossy ? 0.1 : 0
      const collectors = [0, -60_000, 75_000].map(
        (ahead, index) => new Collector(hand, store, path.join(root, String(index)), ahead, signal)
      )
      /** By what this test sees, not by their numbers. */
      const recorded: number[] = []
      const certain = new Set<number>()
      const note = (frame: number) => void recorded.push(frame)
      let frame = 0
      for (let step = 0; step < 200; step += 1) {
        await pass(hand, random.whole(1, 8) * 50)
        for (const each of collectors) {
          if (each.isStopped && random.chance(0.05)) each.resume(note)
          else if (!each.isStopped && each.term?.isHeld && random.chance(0.06)) each.stop()
          if (each.isStopped) continue
          if (each.term && !each.term.isHeld) {
            await each.end()
            each.stand()
          }
          if (each.term && !each.writer) terms += 1
          await each.begin()
          await each.writer?.write(false)
        }
        frame += 1
        if (collectors.some((each) => !each.isStopped && each.writer && each.term?.isHeld)) certain.add(frame)
        for (const each of collectors) each.receive(frame, note)
      }
      for (const each of collectors) await each.end()

      const folders = collectors.map(({ folder }) => folder)
      const { log, refused } = await fetchAll(folders, path.join(root, 'desk'), hand.wall())
      expect(refused).toEqual([])
      expect((await verifyLog(log)).damage).toEqual([])
      const frames = framesOf(await zcat(log))
      expect(frames).toEqual(recorded.toSorted((one, other) => one - other))
      expect(frames).toEqual([...new Set(frames)])
      expect([...certain].filter((each) => !frames.includes(each))).toEqual([])
      const segments = await listSegments(log)
      parts += segments.length
      const [file = ''] = segments
      const cursor = new LogCursor({ file, offset: 0, nextSeq: null })
      const kinds: string[] = []
      for (let items = await cursor.next(); items.length > 0; items = await cursor.next())
        kinds.push(...items.map(({ kind }) => kind))
      await cursor.close()
      expect(kinds).not.toContain('g')
      run.abort()
    }),
    { numRuns: 12 }
  )
  expect(parts).toBeGreaterThan(terms)
})
