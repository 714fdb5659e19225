import type { ServiceNamed } from '#engine/connection/index'
import type { FetchProgress } from '#engine/recording/catalog/client'
import type { DeskFetches, WantedTime } from '#engine/recording/history/desk-fetches'
import type { Recordings } from '#engine/recording/index'
import { logFolderOf } from '#engine/recording/location'
import { readEnds } from '#engine/recording/log/ends'
import { listSegments, segmentTime } from '#engine/recording/log/segments'
import { logTimeOf } from '#engine/recording/replay/log-time'
import type { DeskState } from '#shared/contract/recording/recording'
import type { NotFetched } from '#shared/contract/recording/not-fetched'
import { fail } from '#shared/domain/base/problem'
import { sharedLater, type SharedTime } from '#shared/domain/connection/shared-time'
import { recordingText } from '#shared/messages/recording'

/** A desk feed that is followed. */
interface FollowedFeed {
  readonly profile: ServiceNamed
}

interface InUseParts {
  /** Of all recordings. */
  readonly folder: { readonly root: string }
  readonly recordings: Pick<Recordings, 'log'>
  readonly connections: { onFeed(listener: (feed: FollowedFeed | null) => void): () => void }
  readonly fetches: Pick<DeskFetches, 'have' | 'reset' | 'state'>
  /** By the desk in use; null while that is not known. */
  readonly shared: () => SharedTime | null
  /** When something is expected, in words. */
  readonly dueText: (at: number) => string
}

/** The recording of the connection in use: written here, or fetched from its desk when a tool needs it. */
export class RecordingInUse {
  #feed: FollowedFeed | null = null
  /** Of the last moment. */
  #around = new AbortController()
  readonly dispose: () => void

  constructor(private readonly parts: InUseParts) {
    this.dispose = parts.connections.onFeed((feed) => {
      this.#around.abort()
      this.#feed = feed
      void parts.fetches.reset(feed ? this.#since() : Promise.resolve(null))
    })
  }

  /** The folder of its log; null without a connection. */
  get log(): string | null {
    const { folder, recordings } = this.parts
    return this.#feed ? logFolderOf(folder.root, this.#feed.profile) : recordings.log
  }

  /** Null unless a desk feed is in use. */
  get desk(): DeskState | null {
    return this.#feed && this.parts.fetches.state
  }

  /** Whether the desk in use says that it has shared a moment, in milliseconds since the epoch. */
  isShared(at: number): boolean {
    const shared = this.#feed && this.parts.shared()
    return shared !== null && at <= shared.until
  }

  /** Whether the desk in use shares a moment later, and when; null if not. In milliseconds since the epoch. */
  later(at: number): { readonly expected: number | null } | null {
    const shared = this.#feed && this.parts.shared()
    if (!shared || at <= shared.until) return null
    const due = sharedLater(at, shared, Date.now())
    return { expected: due === Infinity ? null : due }
  }

  /**
   * Has a time here, in a log that a tool reads. Null if all that is shared of it is, if the log is not that of the
   * desk in use, or once cancelled.
   */
  async fetch(
    log: string,
    wanted: WantedTime,
    signal: AbortSignal,
    onProgress: FetchProgress
  ): Promise<NotFetched | null> {
    if (!this.#feed || log !== this.log) return null
    return this.parts.fetches.have(this.#feed.profile, wanted, signal, onProgress)
  }

  /**
   * Has a moment here, in milliseconds since the epoch, and then what is around it: null is the newest. Fails if it
   * cannot be fetched, or the desk has not shared it yet.
   */
  async needs(at: number | null): Promise<void> {
    const { log } = this
    if (!this.#feed || log === null) return
    this.#around.abort()
    this.#around = new AbortController()
    const { signal } = this.#around
    const notFetched = await this.#fetch(log, at === null ? newest() : [at, at], signal)
    if (at === null) return
    if (await covers(log, at)) return void this.#fetchAround(log, at, signal)
    if (notFetched?.problem) throw fail('recording.not-fetched', notFetched.problem, { retryable: true })
    const last = await endOf((await listSegments(log)).at(-1))
    if (last !== null && last >= at) return
    const expected = this.later(at)?.expected ?? null
    const sentence = recordingText.shared.notYet(expected === null ? null : this.parts.dueText(expected))
    throw fail('recording.not-shared', sentence, { retryable: true })
  }

  /** Without an answer from the desk. */
  async #since(): Promise<number | null> {
    const [first] = this.log === null ? [] : await listSegments(this.log)
    return first === undefined ? null : segmentTime(first)
  }

  #fetch(log: string, [from, to]: readonly [number, number], signal: AbortSignal) {
    return this.fetch(log, { from, to, isAsked: false }, signal, () => undefined)
  }

  /** In the order in which a replay needs it. */
  async #fetchAround(log: string, at: number, signal: AbortSignal): Promise<void> {
    for (const step of [0, 1, 2, -1]) {
      const from = at + step * part
      if (!signal.aborted) await this.#fetch(log, [from, from + part], signal)
    }
  }
}

/** Milliseconds. */
const part = 600_000
const newestAge = 7_200_000
const newest = () => [Date.now() - newestAge, Date.now()] as const

/** Whether a segment that is here has the time. */
async function covers(log: string, at: number): Promise<boolean> {
  const file = (await listSegments(log)).findLast((each) => segmentTime(each) <= at)
  const end = await endOf(file)
  return end !== null && end >= at
}

async function endOf(file: string | undefined): Promise<number | null> {
  const ends = file === undefined ? null : await readEnds(file)
  return ends && logTimeOf(ends.last.to).milliseconds
}
