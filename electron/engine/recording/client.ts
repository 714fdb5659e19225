import { fail, type Problem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { Clock } from '../base/clock'
import { ChunkBuilder, type Chunk } from './chunk'
import type { ItemKind } from './log/lines'
import type { Budgets, LogSize, RecorderReply, RecorderRequest } from './messages'

export interface RecorderProcess {
  send(request: RecorderRequest): void
  onReply(listener: (reply: RecorderReply) => void): void
  /** Called once. */
  onEnd(listener: () => void): void
  kill(): void
}

interface ClientPorts {
  readonly clock: Clock
  readonly spawn: () => RecorderProcess
  readonly folder: string
  /** Of all recordings. */
  readonly root: string
  readonly budgets: () => Budgets
  readonly changed: () => void
  /** Items of this log that earlier clients could not record. */
  readonly lost?: number
  /** Milliseconds before each restart, if one follows soon after the other. */
  readonly restartAfter?: readonly number[]
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

/** What a kill of the app loses at most, together with the recorder's own pause. */
const sendEvery = 200
/** Waiting for the recorder; the desk never does. */
const maxWaiting = 16 * 1024 * 1024
const watchEvery = 5000
/** Watches without a reply. */
const maxSilent = 3
const usualRestarts = [500, 2000, 10_000, 30_000] as const
/** A recorder that ran this long is restarted soon. */
const steadyAfter = 60_000
/** Milliseconds by which the system's clock may drift before times follow it. */
const maxDrift = 20
const closeWithin = 2000
const killWithin = 1000

interface Running {
  readonly process: RecorderProcess
  readonly startedAt: number
  silent: number
  /** The log could not be opened or written. */
  hasFailed: boolean
  /** Null until the log is open. */
  log: { readonly opening: number; readonly base: number } | null
}

/**
 * Sends items to the recorder and keeps them until they are in the file, so that a recorder that ended loses nothing.
 * What does not fit is dropped, counted, and recorded as a gap.
 */
export class RecorderClient {
  readonly #chunks: Chunk[] = []
  readonly #builder: ChunkBuilder
  #waiting = 0
  #running: Running | null = null
  #restarts = 0
  /** The log's number of an item, minus its number here. */
  #base: number | null = null
  #dropped = 0
  #droppedNow = 0
  /** The first chunk that waited at the last watch. */
  #watched: Chunk | null = null
  #isStalled = false
  #problem: Problem | null = null
  #size: LogSize | null = null
  #notRemoved: Problem | null = null
  #epoch: number
  #cancelSend: (() => void) | null = null
  #cancelWatch: (() => void) | null = null
  #cancelRestart: (() => void) | null = null
  #disposed = false

  constructor(private readonly ports: ClientPorts) {
    this.#epoch = this.#epochNow()
    this.#builder = new ChunkBuilder(this.#epoch)
    this.#droppedNow = this.#dropped = ports.lost ?? 0
    this.#recordClock()
  }

  get state(): ClientState {
    const problem = this.#problem ?? this.#delay
    const isRecording = (this.#running?.log ?? null) !== null && problem === null
    return { isRecording, problem, notRemoved: this.#notRemoved, size: this.#size, dropped: this.#dropped }
  }

  get #delay(): Problem | null {
    if (this.#isStalled) return fail('recording.stalled', recordingText.stalled, { retryable: true }).problem
    const isBehind = this.#waiting >= maxWaiting
    return isBehind ? fail('recording.behind', recordingText.behind, { retryable: true }).problem : null
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
    const { folder, root, budgets } = this.ports
    running.process.send({ kind: 'open', folder, root, budgets: budgets() })
  }

  applyBudgets(): void {
    this.#running?.process.send({ kind: 'budgets', budgets: this.ports.budgets() })
  }

  /** Copies `content`. `at` is monotonic. */
  record(kind: ItemKind, at: number, content: Uint8Array): void {
    if (this.#disposed) return
    if (this.#waiting >= maxWaiting) return this.#drop()
    if (this.#droppedNow > 0) this.#recordGap(at)
    if (this.#builder.isEmpty) this.#followClock()
    if (!this.#builder.add(kind, at, content)) {
      this.#send()
      this.#builder.add(kind, at, content)
    }
    this.#sendSoon()
  }

  recordEvent(event: Readonly<Record<string, unknown>>, at = this.ports.clock.monotonic()): void {
    this.record('e', at, Buffer.from(JSON.stringify(event)))
  }

  /** Writes what was recorded, unless that takes too long; resolves with how many items are lost. */
  async dispose(): Promise<number> {
    if (this.#disposed) return 0
    if (this.#droppedNow > 0 && this.#waiting < maxWaiting) this.#recordGap(this.ports.clock.monotonic())
    this.#send()
    if (this.#cancelRestart || this.#waiting > 0) this.start()
    this.#disposed = true
    this.#cancelWatch?.()
    this.#cancelRestart?.()
    const until = this.ports.clock.monotonic() + closeWithin
    let isOver = this.#running === null
    while (!isOver) {
      isOver = (await this.#close(this.#running!, until)) || this.ports.clock.monotonic() >= until
      // It ended by itself.
      if (!isOver) this.#spawn()
    }
    this.#running = null
    return this.#chunks.reduce((sum, { count }) => sum + count, this.#droppedNow)
  }

  /** Resolves when the process ended or cannot be ended, with whether it answered. */
  async #close({ process, log, hasFailed }: Running, until: number): Promise<boolean> {
    const { clock } = this.ports
    let isClosed = false
    await new Promise<void>((ended) => {
      const cancelKill = clock.later(until - clock.monotonic(), () => process.kill())
      // The disk may not let it go.
      const cancelWait = clock.later(until - clock.monotonic() + killWithin, ended)
      process.onEnd(() => {
        cancelKill()
        cancelWait()
        ended()
      })
      process.onReply((reply) => {
        if (reply.kind !== 'closed') return
        isClosed = true
        if (reply.isWritten) this.#chunks.length = 0
        process.kill()
      })
      // Otherwise once the log is open.
      if (log || hasFailed) process.send({ kind: 'close' })
    })
    return isClosed
  }

  #sendSoon(): void {
    this.#cancelSend ??= this.ports.clock.later(sendEvery, () => this.#send())
  }

  #send(): void {
    this.#cancelSend?.()
    this.#cancelSend = null
    if (this.#builder.isEmpty) return
    const chunk = this.#builder.take()
    this.#chunks.push(chunk)
    this.#waiting += chunk.bytes.length
    this.#post(chunk)
  }

  #post(chunk: Chunk): void {
    const { process, log } = this.#running ?? {}
    if (process && log) process.send({ kind: 'chunk', ...log, chunk })
  }

  #drop(): void {
    this.#dropped += 1
    this.#droppedNow += 1
    if (this.#droppedNow === 1) this.ports.changed()
  }

  /** Dropped items keep their numbers, so that the log shows how many are missing. */
  #recordGap(at: number): void {
    this.#send()
    this.#builder.skip(this.#droppedNow)
    this.#builder.add('g', at, Buffer.from(JSON.stringify({ dropped: this.#droppedNow })))
    this.#sendSoon()
    this.#droppedNow = 0
    this.ports.changed()
  }

  /** Times are monotonic since an epoch, which changes when the system's clock was set. */
  #followClock(): void {
    const epoch = this.#epochNow()
    if (Math.abs(epoch - this.#epoch) <= maxDrift) return
    this.#epoch = epoch
    this.#builder.setEpoch(epoch)
    this.#recordClock()
  }

  #recordClock(): void {
    this.recordEvent({ event: 'clock', epoch: this.#epoch })
  }

  #epochNow(): number {
    const { clock } = this.ports
    return Math.round(clock.wall() - clock.monotonic())
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
    const first = this.#chunks[0]?.first ?? this.#builder.first
    const sent = this.#builder.next
    // The end of the log is within the items that were sent, unless it is another log.
    if (this.#base === null || next < this.#base + first || next > this.#base + sent)
      this.#base = next - first
    running.log = { opening, base: this.#base }
    this.#release(next)
    for (const chunk of this.#chunks) this.#post(chunk)
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

  /** These items are in the file. */
  #release(next: number): void {
    const base = this.#base ?? 0
    let written = 0
    for (const { first, count, bytes } of this.#chunks) {
      if (base + first + count > next) break
      this.#waiting -= bytes.length
      written += 1
    }
    this.#chunks.splice(0, written)
    if (written > 0) this.#isStalled = false
    if (this.#droppedNow > 0 && this.#waiting < maxWaiting) this.#recordGap(this.ports.clock.monotonic())
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
    const oldest = this.#chunks[0] ?? null
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
