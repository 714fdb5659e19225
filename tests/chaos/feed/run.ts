import { setTimeout as pause } from 'node:timers/promises'
import { control, trueBook } from '../../integration/feed/books'
import { FeedDesk, markets, type Seat } from './desk'
import { Fingerprint } from './fingerprint'
import { perform } from './perform'
import type { SeatReport } from './reports'
import { describeStep, subjectOf, type FeedSchedule } from './schedule'
import { steadyNow } from './steady-time'
import { FeedWatch } from './watch'

export interface FeedChaosResult {
  readonly seed: number
  readonly faults: readonly string[]
  /** What happened, for a replay. */
  readonly log: readonly string[]
  readonly steps: readonly string[]
  /** How servers were cut off; null without a cluster. */
  readonly cutBy: string | null
  readonly compared: number
  readonly maxWrong: number
  readonly leasesLost: number
  readonly times: FeedWatch['times']
  /** The worst delay of timers. */
  readonly maxLate: number
}

/** Guards against hanging, not measures: a cluster starts slowly on a busy computer. */
const startWithin = 120_000
const settleWithin = 60_000
const delaying: readonly string[] = ['cut-off', 'cut-routes', 'freeze-server']

async function hang(milliseconds: number): Promise<never> {
  await pause(milliseconds, undefined, { ref: false })
  throw new Error(`not done within ${milliseconds / 1000} s`)
}

/** @param program the built `child.ts` */
export async function runFeedChaos(
  schedule: FeedSchedule,
  program: string,
  mayUseNamespaces = true
): Promise<FeedChaosResult> {
  const log: string[] = []
  const began = steadyNow()
  const note = (text: string) => void log.push(`${((steadyNow() - began) / 1000).toFixed(1)} s ${text}`)
  let watch: FeedWatch | null = null
  const ports = {
    program,
    onSample: (seat: number, report: SeatReport) => watch?.receive(seat, report),
    onLine(collector: number, line: string) {
      note(`collector ${collector}: ${line}`)
      if (line.startsWith('The lease was lost')) watch?.leaseLost()
    }
  }
  const desk = await FeedDesk.open(schedule, ports, mayUseNamespaces)
  const { cutBy } = desk.servers
  if (cutBy !== null) note(`servers are cut off by ${cutBy}`)
  watch = new FeedWatch(() => desk, began, schedule.servers === 3)
  const { faults, times } = watch
  /** On a busy computer, a step may take until the next one of its subject. */
  const turns = new Map<string, Promise<void>>()
  try {
    await startDesk()
    await Promise.all([...schedule.steps.map(stepAt), pause(schedule.length)])
    note('everything is repaired')
    await settle()
    watch.close()
    note(await desk.checkRecordings())
  } catch (thrown) {
    watch.fault(String(thrown))
  }
  for (const { problem } of desk.servers.list) if (problem !== null) watch.fault(problem)
  watch.close()
  await desk.close()
  const { compared, maxWrong, leasesLost, maxLate } = watch
  const steps = schedule.steps.map(({ kind }) => kind)
  return { seed: schedule.seed, faults, log, steps, cutBy, times, compared, maxWrong, leasesLost, maxLate }

  async function startDesk(): Promise<void> {
    const starting = schedule.seats.flatMap(({ joinsAt }, index) => (joinsAt === 0 ? [index] : []))
    for (const index of starting) desk.startSeat(index)
    await until(() => starting.every((index) => desk.seats[index]!.last?.isLive), 'The start', startWithin)
    note('the desk is live')
    for (const index of starting) desk.seats[index]!.hinderedAt = -Infinity
    schedule.seats.forEach(({ joinsAt }, index) => {
      if (joinsAt > 0) void pause(joinsAt).then(() => desk.startSeat(index))
    })
  }

  async function stepAt(step: (typeof schedule.steps)[number]): Promise<void> {
    await pause(step.at)
    const subject = subjectOf(step.kind)
    const before = turns.get(subject)
    const performing = (async () => {
      await before
      note(`begin: ${describeStep(step)}`)
      await perform(desk, step, {
        disturb: () => watch!.disturb(step.kind),
        leaderLost: (kind) => watch!.leaderLost(kind)
      })
    })()
    turns.set(
      subject,
      performing.catch(() => undefined)
    )
    try {
      await Promise.race([performing, hang(step.for + settleWithin)])
    } catch (thrown) {
      watch!.fault(`${describeStep(step)}: ${String(thrown)}`)
    }
    note(`end: ${describeStep(step)}`)
  }

  async function settle(): Promise<void> {
    const seats = () => desk.seats.map(({ last }) => last)
    await until(
      () =>
        new Set(seats().map((last) => (last?.isLive ? last.epoch : null))).size === 1 &&
        seats()[0]?.isLive === true,
      'All seats live'
    )
    await control(desk.sandbox, 'POST', 'pause')
    const pausedAt = steadyNow()
    for (const market of markets) {
      const isTrue = ({ compared }: Seat) =>
        compared !== null &&
        compared.at > pausedAt &&
        compared.books![market] === desk.truth.fingerprint(market)
      await until(() => desk.seats.every(isTrue), `The true book of ${market}`)
      const book = await trueBook(desk.sandbox, market)
      const fingerprint = new Fingerprint()
      for (const side of ['bids', 'asks'] as const)
        for (const [price, amount] of book[side]) fingerprint.add(side, price!, amount!)
      if (fingerprint.value !== desk.truth.fingerprint(market))
        watch!.fault(`The truth of ${market} is not that of the platform`)
    }
    const epochs = await keptEpochs()
    // What was under way on a connection that was cut may arrive later, and fit by chance; seats ignore it.
    const isDelayed = schedule.steps.some(({ kind }) => delaying.includes(kind))
    if (new Set(epochs).size !== epochs.length && !isDelayed)
      watch!.fault(`The stream mixes leaders: ${epochs.join(', ')}`)
    for (const overlap of desk.bus.overlaps) watch!.fault(overlap)
    for (const [index, last] of seats().entries())
      if (last!.unreadable > 0) watch!.fault(`Seat ${index} could not read ${last!.unreadable} messages`)
    for (const { child } of [...desk.collectors, ...desk.seats])
      if (child?.problem) watch!.fault(child.problem)
  }

  /** The servers of a cluster may still be choosing a leader of the stream, which seats do without. */
  async function keptEpochs(): Promise<number[]> {
    const start = steadyNow()
    for (let attempt = 0; ; attempt += 1) {
      try {
        const epochs = await desk.bus.keptEpochs(attempt)
        if (attempt > 0) note(`the stream was readable after ${Math.round(steadyNow() - start)} ms`)
        return epochs
      } catch (thrown) {
        if (steadyNow() - start > settleWithin) throw thrown
        await pause(500)
      }
    }
  }

  async function until(condition: () => boolean, what: string, within = settleWithin): Promise<void> {
    const start = steadyNow()
    while (!condition()) {
      if (steadyNow() - start > within) {
        const states = desk.seats.map(({ last }) => `${last?.state} ${last?.phase} ${last?.epoch}`)
        const lease = desk.probe.isWritable ? 'can' : 'cannot'
        throw new Error(
          `${what}: not within ${within / 1000} s. The lease ${lease} be written. Seats: ${states.join('; ')}`
        )
      }
      await pause(30)
    }
  }
}
