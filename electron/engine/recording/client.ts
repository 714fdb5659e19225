import { fail, type Problem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { Clock } from '../base/clock'
import type { Chunk } from './chunk'
import type { ItemKind } from './log/lines'
import type { Budgets, LogSize, LogStart, RecorderReply, RecorderRequest } from './messages'
import { Outbox } from './outbox'
import { closeRecorder, type RecorderProcess } from './recorder-process'
import { WrittenMarks } from './written-marks'

interface ClientPorts {
  readonly clock: Clock
  readonly spawn: () => RecorderProcess
  readonly location: () => Pick<
    Extract<RecorderRequest, { kind: 'open' }>,
    'folder' | 'root' | 'isMoved' | 'segmentLength'
  >
  readonly budgets: () => Budgets
  readonly start?: LogStart | undefined
  readonly changed: () => void
  /** Called soon after a gap was recorded, when nothing is being read. */
  readonly gap?: () => void
  /** Items of this log that earlier clients could not record. */
  readonly lost?: number
  /** Milliseconds before each restart, if one follows soon after the other. */
  readonly restartAfter?: readonly number[]
  /** Milliseconds. */
  readonly closeWithin?: number
}

interface ClientState {
  readonly isRecording: boolean
  readonly problem: Problem | null
  /** Why the recording is larger than it should be, or null. */
  readonly notRemoved: Problem | null
  readonly size: LogSize | null
  /** Items that were not recorded. */
  readonly dropped: number
}

const watchEvery = 5000
/** Watches without a reply. */
const maxSilent = 3
/** The first at once, because a kill of the app loses what arrived without a recorder. */
const usualRestarts = [0, 500, 2000, 10_000, 30_000] as const
/** A recorder that ran this long is restarted soon. */
const steadyAfter = 60_000
const usualCloseWithin = 2000

interface Running {
  readonly process: RecorderProcess
  readonly startedAt: number
  silent: number
  /** The log could not be opened or written. */
  hasFailed: boolean
  /** Null until the log is open. */
  log: { readonly opening: number; readonly base: number } | null
}

/** Keeps a recorder running, and sends it again what an earlier one did not write. */
export class RecorderClient {
  readonly #outbox: Outbox
  #running: Running | null = null
  #restarts = 0
  /** The log's number of an item, minus its number here. */
  #base: number | null = null
  /** The first chunk that waited at the last watch. */
  #watched: Chunk | null = null
  #isStalled = false
  #problem: Problem | null = null
  #size: LogSize | null = null
  #notRemoved: Problem | null = null
  #cancelWatch: (() => void) | null = null
  #cancelRestart: (() => void) | null = null
  #cancelGap: (() => void) | null = null
  #disposed = false
  readonly #marks = new WrittenMarks()

  constructor(private readonly ports: ClientPorts) {
    this.#outbox = new Outbox({
      clock: ports.clock,
      post: (chunk) => this.#post(chunk),
      changed: ports.changed,
      gap: () => this.#gapSoon(),
      isShared: ports.start !== undefined,
      lost: ports.lost ?? 0
    })
  }

  get state(): ClientState {
    const problem = this.#problem ?? this.#delay
    const isRecording = (this.#running?.log ?? null) !== null && problem === null
    const { dropped } = this.#outbox
    return { isRecording, problem, notRemoved: this.#notRemoved, size: this.#size, dropped }
  }

  /** Of the next item, in the log; before the log is open, if nothing was in it since the start. */
  get next(): number {
    return (this.#base ?? this.ports.start?.seq ?? 1) + this.#outbox.next
  }

  /** The same; null before the log is open, and while items are dropped. */
  get known(): number | null {
    return this.#base === null || this.#outbox.isDropping ? null : this.next
  }

  get #delay(): Problem | null {
    if (this.#isStalled) return fail('recording.stalled', recordingText.stalled, { retryable: true }).problem
    if (!this.#outbox.isFull) return null
    return fail('recording.behind', recordingText.behind, { retryable: true }).problem
  }

  /** Items recorded before are kept until then. */
  start(): void {
    if (this.#disposed || this.#running) return
    this.#spawn()
    this.#watchLater()
  }

  #spawn(): void {
    const running: Running = {
      process: this.ports.spawn(),
      startedAt: this.ports.clock.monotonic(),
      silent: 0,
      hasFailed: false,
      log: null
    }
    this.#running = running
    running.process.onReply((reply) => this.#receive(running, reply))
    running.process.onEnd(() => this.#ended(running))
    const { location, budgets, start } = this.ports
    running.process.send({ kind: 'open', ...location(), budgets: budgets(), start })
  }

  applyBudgets(): void {
    this.#running?.process.send({ kind: 'budgets', budgets: this.ports.budgets() })
  }

  /** Copies `content`. `at` is monotonic. */
  record(kind: ItemKind, at: number, content: Uint8Array): void {
    this.#outbox.record(kind, at, content)
  }

  recordEvent(event: Readonly<Record<string, unknown>>): void {
    this.#outbox.recordEvent(event)
  }

  /** Resolves once everything so far is in the log, with the number of its last item; null if it never is. */
  written(): Promise<number | null> {
    if (this.#disposed) return Promise.resolve(null)
    return this.#marks.wait(this.#outbox.next)
  }

  /** Writes what was recorded, unless that takes too long; resolves with how many items are lost. */
  async dispose(): Promise<number> {
    if (this.#disposed) return 0
    this.#outbox.close()
    if (this.#cancelRestart || this.#outbox.chunks.length > 0) this.start()
    this.#disposed = true
    this.#cancelWatch?.()
    this.#cancelRestart?.()
    this.#cancelGap?.()
    const until = this.ports.clock.monotonic() + (this.ports.closeWithin ?? usualCloseWithin)
    let isOver = this.#running === null
    while (!isOver) {
      isOver = (await this.#close(this.#running!, until)) || this.ports.clock.monotonic() >= until
      if (!isOver) this.#spawn()
    }
    this.#running = null
    if (this.#outbox.unwritten === 0) this.#marks.reached(this.#outbox.next, this.#base)
    this.#marks.end()
    return this.#outbox.unwritten
  }

  /** False if it ended before it had answered, or was sent more after it had begun to close. */
  async #close({ process, log, hasFailed }: Running, until: number): Promise<boolean> {
    const closed = await closeRecorder(this.ports.clock, process, until, log !== null || hasFailed)
    return closed !== null && (!closed.isWritten || this.#outbox.chunks.length === 0)
  }

  #gapSoon(): void {
    this.#cancelGap ??= this.ports.clock.later(0, () => {
      this.#cancelGap = null
      this.ports.gap?.()
    })
  }

  #post(chunk: Chunk): void {
    const { process, log } = this.#running ?? {}
    if (process && log) process.send({ kind: 'chunk', ...log, chunk })
  }

  #receive(running: Running, reply: RecorderReply): void {
    if (running !== this.#running) return
    running.silent = 0
    switch (reply.kind) {
      case 'opened':
        this.#problem = null
        this.#opened(running, reply)
        if (this.#disposed) running.process.send({ kind: 'close' })
        break
      case 'written':
        this.#written(running, reply)
        break
      case 'failed':
        running.log = null
        running.hasFailed = true
        if (this.#disposed) running.process.send({ kind: 'close' })
        this.#problem = reply.problem
        break
      default:
        return
    }
    this.ports.changed()
  }

  #opened(running: Running, { opening, next }: Extract<RecorderReply, { kind: 'opened' }>): void {
    this.#isStalled = false
    this.#watched = null
    const { first, next: sent, chunks } = this.#outbox
    // The end of the log is within the items that were sent, unless it is another log.
    if (this.#base === null) this.#base = next
    else if (next < this.#base + first || next > this.#base + sent) this.#base = next - first
    running.log = { opening, base: this.#base }
    this.#release(next)
    for (const chunk of chunks) this.#post(chunk)
  }

  #written(
    running: Running,
    { opening, next, size, notRemoved }: Extract<RecorderReply, { kind: 'written' }>
  ): void {
    if (opening !== running.log?.opening) return
    this.#size = size
    this.#notRemoved = notRemoved
    this.#release(next)
  }

  /** Items below this number of the log are in the file. */
  #release(next: number): void {
    const number = next - (this.#base ?? 0)
    if (this.#outbox.release(number)) this.#isStalled = false
    this.#marks.reached(number, this.#base)
  }

  #ended(running: Running): void {
    if (running !== this.#running || this.#disposed) return
    this.#running = null
    this.#cancelWatch?.()
    const wasSteady = this.ports.clock.monotonic() - running.startedAt >= steadyAfter
    if (wasSteady) this.#restarts = 0
    this.#problem ??= fail('recording.stopped', recordingText.stopped, { retryable: true }).problem
    const { restartAfter = usualRestarts } = this.ports
    const wait = restartAfter[Math.min(this.#restarts, restartAfter.length - 1)]!
    this.#restarts += 1
    this.#cancelRestart = this.ports.clock.later(wait, () => {
      this.#cancelRestart = null
      this.start()
    })
    this.ports.changed()
  }

  #watchLater(): void {
    this.#cancelWatch = this.ports.clock.later(watchEvery, () => this.#watch())
  }

  #watch(): void {
    const running = this.#running
    if (!running) return
    running.silent += 1
    const oldest = this.#outbox.chunks[0] ?? null
    const isStalled = running.log !== null && oldest !== null && oldest === this.#watched
    this.#watched = oldest
    if (isStalled !== this.#isStalled) {
      this.#isStalled = isStalled
      this.ports.changed()
    }
    if (running.silent <= maxSilent) return this.#watchLater()
    this.#problem = fail('recording.hung', recordingText.hung, { retryable: true }).problem
    this.ports.changed()
    running.process.kill()
  }
}
