import { createHash } from 'node:crypto'
import process from 'node:process'
import { serviceDigest } from '#engine/connection/index'
import { collect } from '#engine/feed/collect/index'
import { FeedLive } from '#engine/feed/seat/feed-live'
import { feedSubjects } from '#engine/feed/wire/subjects'
import type { LiveMarket } from '#engine/market/types'
import { toProblem } from '#shared/domain/base/problem'
import { canonicalDecimal, formatDecimal } from '#shared/domain/base/decimal'
import { Fingerprint } from './fingerprint'
import type { AppliedFrame, Report, Role } from './reports'
import { steadyNow } from './steady-time'

/** A collector or a seat of the chaos test, in a process of its own. */
const role = JSON.parse(process.argv[2]!) as Role
const report = (value: Report) => void process.send?.(value, () => undefined)
process.on('disconnect', () => process.exit())
if (!process.connected) process.exit()

const sampleEvery = 50
/** Books are compared in some samples only, because it takes long. */
const booksEvery = 5

if (role.kind === 'collector') await runCollector(role)
else runSeat(role)

async function runCollector({ configuration }: Extract<Role, { kind: 'collector' }>): Promise<void> {
  const stop = new AbortController()
  process.on('SIGTERM', () => stop.abort())
  const origin = steadyNow() - performance.now()
  const say = (line: string) => report({ kind: 'line', line, origin })
  const options = { configuration, credentials: undefined, keychain: async () => null, say }
  try {
    await collect({ ...options, signal: stop.signal })
  } catch (thrown) {
    say(`Failed: ${toProblem(thrown).sentence}`)
  }
  process.disconnect?.()
}

function runSeat({ servers, service, staleAfter, markets }: Extract<Role, { kind: 'seat' }>): void {
  let frames: AppliedFrame[] = []
  const observer = {
    updateTime: () => undefined,
    snapshotTime: () => undefined,
    frame(bytes: Uint8Array) {
      const { epoch, position } = live.seat.follower
      frames.push([epoch!, position!, createHash('md5').update(bytes).digest('base64').slice(0, 8)])
    }
  }
  const live = new FeedLive({
    access: { servers, digest: serviceDigest(service), identity: { open: true } },
    subjects: feedSubjects(service),
    staleAfter,
    observer,
    warn: () => undefined
  })
  live.start()
  let due = steadyNow() + sampleEvery
  let count = 0
  const sample = () => {
    const at = steadyNow()
    const { follower, markets: shown } = live.seat
    const current = markets.map((name) => [name, shown.market(name)] as const)
    const isDue = count++ % booksEvery === 0
    report({
      kind: 'sample',
      at,
      late: Math.max(0, at - due),
      state: follower.state,
      phase: live.status.phase,
      epoch: follower.epoch,
      isLive: current.every(([, market]) => market?.state === 'live'),
      unreadable: follower.counts.unreadable,
      frames,
      books: isDue ? liveBooks(current) : null
    })
    frames = []
    due = steadyNow() + sampleEvery
    setTimeout(sample, sampleEvery)
  }
  setTimeout(sample, sampleEvery)
}

const liveBooks = (markets: readonly (readonly [string, LiveMarket | undefined])[]) =>
  Object.fromEntries(
    markets.flatMap(([name, market]) => (market?.state === 'live' ? [[name, fingerprintOf(market)]] : []))
  )

function fingerprintOf({ book }: LiveMarket): number {
  const fingerprint = new Fingerprint()
  for (const side of ['bids', 'asks'] as const)
    for (const { price, amount } of book.levels(side, 100_000))
      fingerprint.add(side, canonicalDecimal(formatDecimal(price))!, canonicalDecimal(formatDecimal(amount))!)
  return fingerprint.value
}
