import { SeededRandom } from '../random'

/** `leader` is the collector that leads at that time. */
export type FeedStep = { readonly at: number; readonly for: number } & (
  | { readonly kind: 'kill-leader' | 'freeze-leader' | 'pause-leader' | 'restart-collectors' }
  /** The platform sends the leader nothing more, on any connection of then. */
  | { readonly kind: 'silence' }
  /** `fill-disk` leaves JetStream no room; `wipe` restarts a server without its files. */
  | { readonly kind: 'restart-server' | 'freeze-server' | 'wipe' | 'fill-disk'; readonly server: number }
  /** `cut-routes` keeps the clients of that server. */
  | { readonly kind: 'cut-routes' | 'cut-off'; readonly server: number }
  | { readonly kind: 'slow' | 'sleep'; readonly seat: number }
)
export type StepKind = FeedStep['kind']

export interface FeedSchedule {
  readonly seed: number
  readonly servers: 1 | 3
  /** Milliseconds by which the wall clock of each collector and seat is wrong. */
  readonly collectors: readonly number[]
  readonly seats: readonly { readonly clock: number; readonly joinsAt: number }[]
  readonly steps: readonly FeedStep[]
  /** Milliseconds until everything is repaired. */
  readonly length: number
}

interface Odds {
  readonly weight: number
  readonly min: number
  readonly max: number
}

/** Longer than the lease, so that another collector leads. */
const beyondLease = { min: 4000, max: 7000 }
const common = {
  'kill-leader': { weight: 4, min: 300, max: 2000 },
  'freeze-leader': { weight: 4, ...beyondLease },
  'pause-leader': { weight: 2, min: 100, max: 2500 },
  'restart-collectors': { weight: 1, min: 100, max: 1500 },
  /** Until the leader has noticed. */
  silence: { weight: 2, min: 12_000, max: 12_000 },
  'restart-server': { weight: 3, min: 0, max: 3000 },
  'freeze-server': { weight: 2, min: 300, max: 5000 },
  slow: { weight: 3, min: 2000, max: 7000 },
  sleep: { weight: 3, min: 500, max: 8000 }
} as const satisfies Partial<Record<StepKind, Odds>>
/** A cluster keeps everything twice, so that one server may be lost. */
const alone = {
  wipe: { weight: 1, min: 0, max: 1000 },
  'fill-disk': { weight: 3, min: 1000, max: 5000 }
} as const
const cluster = {
  'cut-routes': { weight: 6, min: 3000, max: 12_000 },
  'cut-off': { weight: 6, min: 3000, max: 12_000 }
} as const

const minute = 60_000
const shortLength = 6000
const pauseAfter = [500, 4000] as const
/**
 * After a wipe. If all collectors are restarted before one leads again, none knows where the recording ended, and their
 * clocks differ.
 */
const untilNextLeader = 5000

export const stepKinds = Object.keys({ ...common, ...alone, ...cluster })

/** Faults of one part do not overlap each other; those of different parts do. */
export function feedScheduleFor(seed: number, size: 'short' | 'long' = 'long'): FeedSchedule {
  const random = new SeededRandom(seed)
  const servers = random.chance(0.3) ? 3 : 1
  const clock = () => random.pick([0, random.whole(-minute, minute), minute, -minute])
  const collectors = Array.from({ length: random.whole(2, 3) }, clock)
  const length = size === 'short' ? shortLength : random.whole(12_000, servers === 3 ? 24_000 : 20_000)
  const seats = Array.from({ length: 4 }, (_, index) => ({
    clock: clock(),
    joinsAt: index === 3 ? random.whole(1000, length - 4000) : 0
  }))
  const odds: [StepKind, Odds][] = Object.entries({ ...common, ...(servers === 3 ? cluster : alone) }).map(
    ([kind, each]) => [kind as StepKind, each]
  )
  const steps: FeedStep[] = []
  const used = new Map<string, number>()
  for (let at = random.whole(0, 1000); at < length; at += random.whole(...pauseAfter)) {
    const [kind, { min, max }] = draw(random, odds)
    const lasts = random.whole(min, max)
    const server = random.whole(0, servers - 1)
    const seat = random.whole(0, seats.length - 2)
    const subject = subjectOf(kind)
    if (at < (used.get(subject) ?? 0) || at + lasts > length) continue
    used.set(subject, at + lasts + 500)
    if (kind === 'wipe')
      used.set('collectors', Math.max(used.get('collectors') ?? 0, at + lasts + untilNextLeader))
    steps.push({ at, for: lasts, kind, server, seat } as FeedStep)
  }
  return { seed, servers, collectors, seats, steps, length }
}

/** Of a cluster, one server at a time is hurt: two would be more than it survives. */
export function subjectOf(kind: StepKind): string {
  if (kind === 'slow' || kind === 'sleep') return kind
  return kind.includes('leader') || kind.includes('collectors')
    ? 'collectors'
    : kind === 'silence'
      ? kind
      : 'servers'
}

function draw(random: SeededRandom, odds: readonly [StepKind, Odds][]): [StepKind, Odds] {
  let rest = random.fraction() * odds.reduce((sum, [, { weight }]) => sum + weight, 0)
  for (const each of odds) {
    rest -= each[1].weight
    if (rest < 0) return each
  }
  return odds[0]!
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

const whereOf = (step: FeedStep): string => {
  const subject = subjectOf(step.kind)
  if (subject === 'servers' && 'server' in step) return ` server ${step.server}`
  return step.kind === 'slow' || step.kind === 'sleep' ? ` seat ${step.seat}` : ''
}

export const describeStep = (step: FeedStep): string =>
  `${seconds(step.at)} ${step.kind}${whereOf(step)} for ${seconds(step.for)}`

export const describeSchedule = ({ seed, servers, collectors, seats, steps, length }: FeedSchedule): string =>
  [
    `seed ${seed}: ${servers === 3 ? 'three servers' : 'one server'}, ${seconds(length)}`,
    `clocks of the collectors: ${collectors.map(seconds).join(', ')}; of the seats: ${seats.map(({ clock }) => seconds(clock)).join(', ')}`,
    `seat ${seats.length - 1} joins at ${seconds(seats.at(-1)!.joinsAt)}`,
    ...steps.map(describeStep)
  ].join('\n')
