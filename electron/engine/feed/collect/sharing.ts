import type { ServiceNamed } from '../../connection'
import { toProblem } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import type { Clock } from '../../base/clock'
import { logFolderOf } from '../../recording/location'
import { SharedSets } from '../../recording/shared/read-sums'
import { bytesOfSet } from '../../recording/shared/set'
import { shareSealed } from '../../recording/shared/share'
import type { SharedLimits } from '../../recording/shared/retention'
import type { SharedStore } from '../../recording/shared/store'
import { pause } from '../leader/lease'

export interface SharingOptions {
  readonly clock: Clock
  /** Of the recordings of this collector. */
  readonly folder: string
  readonly service: ServiceNamed
  readonly limits: SharedLimits
  /** Milliseconds after which the recorder begins another segment. */
  readonly segmentLength: number
  /** Whether this collector leads: another term begins another segment. */
  readonly isLeading: () => boolean
  readonly openStore: () => Promise<SharedStore>
  readonly say: (line: string) => void
  readonly onShared: () => void
  readonly signal: AbortSignal
}

/** Since the start. */
export interface SharingCounts {
  sets: number
  bytes: number
  /** After the last item of them, and when that arrived, in milliseconds since the epoch. */
  next: number
  until: number
  isFailing: boolean
}

export const noSharing = (): SharingCounts => ({ sets: 0, bytes: 0, next: 0, until: 0, isFailing: false })

/** At most, and this share of a segment's length. */
const maxEvery = 30_000
const everyShare = 0.1
const sweepEvery = 3_600_000
/** After a failure; twice as long after each other one. */
const minRetry = 5000
const maxRetry = 300_000
/** The files beside a segment are written within seconds of its end: at most, and this share of a segment's length. */
const maxSettle = 5000
const settleShare = 0.25

/** Puts what was sealed into the store, now and at least twice a minute, until the signal. */
export async function keepSharing(options: SharingOptions, counts: SharingCounts): Promise<void> {
  const { clock, segmentLength, say, signal } = options
  const every = Math.min(maxEvery, segmentLength * everyShare)
  const sharing = new Sharing(options, counts)
  let failures = 0
  while (!signal.aborted) {
    const problem = await sharing.share().then(() => null, toProblem)
    if (signal.aborted) return
    failures = problem ? failures + 1 : 0
    counts.isFailing = problem !== null
    if (problem) say(problem.sentence)
    await pause(clock, problem ? Math.min(minRetry * 2 ** (failures - 1), maxRetry) : every, signal)
  }
}

class Sharing {
  #opened: { readonly store: SharedStore; readonly sets: SharedSets } | null = null
  #sweptAt = -Infinity

  constructor(
    private readonly options: SharingOptions,
    private readonly counts: SharingCounts
  ) {}

  async share(): Promise<void> {
    const { clock, folder, service, limits, segmentLength, isLeading, say, onShared, signal } = this.options
    const { store, sets } = (this.#opened ??= await this.#open())
    const now = clock.wall()
    const isDue = clock.monotonic() - this.#sweptAt >= sweepEvery
    if (isDue) {
      await store.sweep(now, signal)
      this.#sweptAt = clock.monotonic()
    }
    await shareSealed({
      store,
      sets,
      log: logFolderOf(folder, service),
      limits,
      now,
      settle: Math.min(maxSettle, segmentLength * settleShare),
      mayContinue: isLeading(),
      segmentLength,
      isDue,
      signal,
      onShared: (set) => {
        this.counts.sets += 1
        this.counts.bytes += bytesOfSet(set)
        this.counts.next = Math.max(this.counts.next, set.lastSeq + 1)
        this.counts.until = Math.max(this.counts.until, set.to)
        say(feedText.collector.shared(set.name, bytesOfSet(set)))
        onShared()
      },
      onRemoved: (set) => say(feedText.collector.unshared(set.name))
    })
  }

  async #open() {
    const store = await this.options.openStore()
    return { store, sets: new SharedSets(store) }
  }
}
