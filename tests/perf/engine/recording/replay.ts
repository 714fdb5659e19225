import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '#engine/base/clock'
import { Publisher } from '#engine/market/publish/index'
import type { MarketHub } from '#engine/market/types'
import { KeyframeWriter } from '#engine/recording/keyframes/keyframe-writer'
import type { ItemKind } from '#engine/recording/log/lines'
import { LogWriter } from '#engine/recording/log/writer'
import { logTimeOf, nanosecondsOf } from '#engine/recording/replay/log-time'
import type { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import { readFrames, Times } from '../../feed/frames'
import { Random } from '#sandbox/market/random'
import type { Load } from '../peer'
import { serve } from '../serve'
import { stopwatch } from '../stopwatch'
import { sink } from '../sink'

const startedAt = Date.UTC(2026, 0, 5, 9)
/** Milliseconds between messages: 5,000 a second. */
const between = 0.2
/** Messages between two writes: half a second. */
const batch = 2500
const staleAfter = () => 10_000
const mebibyte = 1024 * 1024

let folder = ''
let markets: readonly string[] = []

const event = (value: object): [ItemKind, Buffer] => ['e', Buffer.from(JSON.stringify(value))]

function beginning(names: readonly string[]): [ItemKind, Buffer][] {
  const subscribed = names.flatMap((market) =>
    ['market_data', 'execution_data'].map((type) => event({ event: 'subscribed', channel: { type, market } }))
  )
  return [
    event({ event: 'clock', epoch: startedAt, start: true }),
    ...names.map((market) => event({ event: 'held', market })),
    event({ event: 'opened' }),
    ...subscribed
  ]
}

async function bytesOf(ending: string): Promise<number> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(ending))
  const sizes = await Promise.all(files.map(async (name) => (await stat(path.join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const marketsOf = (hub: RecordedHub): Omit<MarketHub, 'onChange'> => ({
  hold: () => () => undefined,
  market: (name) => hub.market(name),
  markets: hub.markets
})

serve({
  /** Records the feed `rounds` times over; bytes and microseconds of processor time a message. */
  async record({ rounds, ...load }: Load & { readonly rounds: number }) {
    folder = await mkdtemp(path.join(tmpdir(), 'leadline-bench-replay-'))
    markets = load.markets
    const snapshots = readFrames(load.snapshots)
    const messages = readFrames(load.messages)
    const times = new Times([...snapshots, ...messages])
    const writer = await LogWriter.open(folder, () => startedAt)
    let keyframes: KeyframeWriter | null = null
    let items = 0
    let largest = 0
    const spent = { log: 0, keyframes: 0 }
    const add = (kind: ItemKind, content: Buffer) => {
      writer.add((items += 1), { epoch: startedAt, milliseconds: items * between }, kind, content)
    }
    const write = async () => {
      const begun = process.cpuUsage()
      await writer.write(true)
      const written = process.cpuUsage(begun)
      keyframes ??= await KeyframeWriter.open(folder, staleAfter())
      while (!(await keyframes!.follow(20_000)));
      const followed = process.cpuUsage(begun)
      spent.log += written.user + written.system
      spent.keyframes += followed.user + followed.system - written.user - written.system
      largest = Math.max(largest, process.memoryUsage.rss())
    }
    for (const item of beginning(markets)) add(...item)
    for (let round = 0; round < rounds; round++) {
      times.shift(round * times.seconds)
      for (const frame of [...snapshots, ...messages]) {
        add('f', frame)
        if (items % batch === 0) await write()
      }
    }
    await write()
    await (keyframes as KeyframeWriter | null)?.dispose()
    await writer.close()
    return {
      items,
      log: (await bytesOf('.tsv.gz')) / items,
      keyframes: (await bytesOf('.keyframes')) / items,
      trades: (await bytesOf('.trades.gz')) / items,
      heat: (await bytesOf('.heat.gz')) / items,
      logMicroseconds: spent.log / items,
      keyframeMicroseconds: spent.keyframes / items,
      megabytes: largest / mebibyte
    }
  },
  /** Milliseconds of each of `count` seeks to random times, with `drawn` markets shown. */
  async seek({ count, drawn }: { readonly count: number; readonly drawn: number }) {
    const reader = await RecordingReader.open(folder)
    const random = new Random(7)
    const [from, to] = [nanosecondsOf(reader.from!), nanosecondsOf(reader.to!)]
    const taken: number[] = []
    for (let index = 0; index < count; index++) {
      const at = logTimeOf(from + ((to - from) * BigInt(random.below(1_000_000))) / 1_000_000n)
      const elapsed = stopwatch()
      const { hub } = await reader.seek(at, { staleAfter, markets: () => markets.slice(0, drawn) })
      taken.push(elapsed())
      const live = hub.markets.filter(({ state }) => state === 'live').length
      if (at.milliseconds > startedAt + 1000 && live < markets.length)
        throw new Error(`Only ${live} books are live.`)
      hub.dispose()
    }
    await reader.dispose()
    return taken
  },
  /** Messages a second, from the log through the hub and the publisher of a window that draws everything. */
  async play() {
    const reader = await RecordingReader.open(folder)
    const position = await reader.seek(reader.from!, { staleAfter, markets: () => [] })
    const publisher = new Publisher({ clock: systemClock })
    publisher.use({ ...marketsOf(position.hub), onChange: position.hub.onChange })
    publisher.open(
      'window',
      { free: true, send: () => sink(publisher.nextFrame('window')?.numbers.length ?? 0) },
      true
    )
    for (const [index, market] of markets.entries()) {
      const parts = {
        book: { levels: 50, grouping: null },
        trades: { max: 100 },
        candles: null,
        statistics: true
      }
      publisher.subscribe('window', { id: index + 1, market, parts })
    }
    const elapsed = stopwatch()
    let items = 0
    for (let next = await position.next(); next.length > 0; next = await position.next()) {
      for (const item of next) position.hub.apply(item)
      items += next.length
      // Frames of the window.
      await new Promise((resolve) => setImmediate(resolve))
    }
    const seconds = elapsed() / 1000
    if (publisher.counts.framesSent === 0) throw new Error('The window got no frame.')
    publisher.dispose()
    position.hub.dispose()
    await reader.dispose()
    return items / seconds
  },
  end: () => rm(folder, { recursive: true, force: true })
})
