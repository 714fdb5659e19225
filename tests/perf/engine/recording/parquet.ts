import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ItemKind } from '#engine/recording/log/lines'
import { LogWriter } from '#engine/recording/log/writer'
import { sealLog } from '#engine/recording/parquet/seal'
import { readFrames } from '../../feed/frames'
import type { Load } from '../peer'
import { serve } from '../serve'

const startedAt = Date.UTC(2026, 0, 5, 9)
/** Milliseconds between messages: 5,000 a second. */
const between = 0.2
/** Messages between two writes: half a second. */
const batch = 2500
const staleAfter = 10_000
const mebibyte = 1024 * 1024

const event = (value: object): [ItemKind, Buffer] => ['e', Buffer.from(JSON.stringify(value))]

const beginning = (markets: readonly string[]): [ItemKind, Buffer][] => [
  event({ event: 'clock', epoch: startedAt, start: true }),
  ...markets.map((market) => event({ event: 'held', market })),
  event({ event: 'opened' }),
  ...markets.flatMap((market) =>
    ['market_data', 'execution_data'].map((type) => event({ event: 'subscribed', channel: { type, market } }))
  )
]

serve({
  /** Records the feed, and returns how much and where. */
  async record(load: Load) {
    const folder = await mkdtemp(path.join(tmpdir(), 'leadline-bench-parquet-'))
    const log = path.join(folder, 'log')
    const writer = await LogWriter.open(log, () => startedAt)
    let items = 0
    const add = (kind: ItemKind, content: Buffer) =>
      writer.add((items += 1), { epoch: startedAt, milliseconds: items * between }, kind, content)
    for (const item of beginning(load.markets)) add(...item)
    for (const frame of [...readFrames(load.snapshots), ...readFrames(load.messages)]) {
      add('f', frame)
      if (items % batch === 0) await writer.write(false)
    }
    await writer.write(true)
    await writer.close()
    return { folder, items }
  },
  /** Bytes and microseconds of processor time a message, and the memory of this process. */
  async seal({ folder, items }: { readonly folder: string; readonly items: number }) {
    const bytes: Record<string, number> = {}
    const { user, system } = process.cpuUsage()
    let largest = 0
    const watch = setInterval(() => (largest = Math.max(largest, process.memoryUsage.rss())), 20)
    await sealLog(path.join(folder, 'log'), {
      staleAfter: () => staleAfter,
      onPart(_part, files) {
        for (const { name, bytes: size } of files) {
          const table = /^table=(\w+)/.exec(name)![1]!
          bytes[table] = (bytes[table] ?? 0) + size / items
        }
      }
    })
    clearInterval(watch)
    const spent = process.cpuUsage({ user, system })
    await rm(folder, { recursive: true, force: true })
    return { bytes, microseconds: (spent.user + spent.system) / items, megabytes: largest / mebibyte }
  }
})
