import path from 'node:path'
import { fail, toProblem, type Problem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { Clock } from '../base/clock'
import { diskReason } from '../base/files'
import { itemsOf } from './chunk'
import { freeSpace } from './free-space'
import { budgetFor, isDesk, listLogs } from './location'
import { KeyframeFollower } from './keyframes/follower'
import { LogWriter } from './log/writer'
import type { Budget, LogSize, RecorderReply, RecorderRequest } from './messages'
import { needRoot } from './move/recordings-folder'
import { keepBudget, type Sized } from './retention'

/** A kill of the app loses at most this, how long writing takes, and what main has not sent yet. */
const writeEvery = 400
/** Between two writes that take long, and before the first, since what waits for it may be old. */
const minPause = 100
const reportEvery = 1000
/** In writes. */
const syncEvery = 2
const budgetEvery = 25
/** Left for what is written until the budget is checked again: a segment, and what is derived from it. */
const roomInSegments = 2
const retryAfter = 3000
/** Until the log has the setting. */
const usualStaleAfter = 10_000
/** A disk that was nearly full has to have this many times the minimum. */
const resumeFactor = 1.2

interface RecorderPorts {
  readonly clock: Clock
  readonly reply: (reply: RecorderReply) => void
  /** Of the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

interface Log {
  readonly folder: string
  readonly opening: number
  readonly writer: LogWriter
  readonly keyframes: KeyframeFollower
  /** Of the next item. */
  next: number
  /** As of the last look, when the writer had appended `appended`. */
  measured: LogSize & { readonly appended: number }
}

/** Writes the log of one service at a time. Runs in a process of its own. */
export class Recorder {
  #wanted: Omit<Extract<RecorderRequest, { kind: 'open' }>, 'kind'> | null = null
  #log: Log | null = null
  #openings = 0
  #turn: Promise<void> = Promise.resolve()
  #cancelTimer: (() => void) | null = null
  #cancelReport: (() => void) | null = null
  #writes = 0
  #isLow = false
  #notRemoved: Problem | null = null
  /** Of all logs, by file. */
  readonly #sizes = new Map<string, Sized>()

  constructor(private readonly ports: RecorderPorts) {
    this.#reportLater()
  }

  receive(request: RecorderRequest): void {
    switch (request.kind) {
      case 'open':
        this.#inTurn(() => {
          this.#wanted = request
          this.#notRemoved = null
          return this.#open()
        })
        break
      case 'budgets':
        this.#inTurn(() => {
          if (!this.#wanted) return Promise.resolve()
          this.#wanted = { ...this.#wanted, budgets: request.budgets }
          // It may make room for the log.
          return this.#log ? this.#keepBudget() : this.#open()
        })
        break
      case 'chunk':
        this.#add(request)
        break
      case 'close':
        this.#inTurn(() => this.#close())
    }
  }

  /** Without writing. */
  dispose(): void {
    this.#cancelReport?.()
    this.#wanted = null
    this.#inTurn(() => this.#end())
  }

  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work).catch((problem: unknown) => this.#failed(problem))
  }

  /** Chunks of an earlier opening are sent again. */
  #add({ opening, base, chunk }: Extract<RecorderRequest, { kind: 'chunk' }>): void {
    const log = this.#log
    if (opening !== log?.opening) return
    for (const { number, at, kind, content } of itemsOf(chunk)) {
      const seq = base + number
      if (seq < log.next) continue
      log.writer.add(seq, { epoch: chunk.epoch, milliseconds: at }, kind, content)
      log.next = seq + 1
    }
  }

  async #open(): Promise<void> {
    await this.#end()
    const { folder, root, isMoved, start, segmentLength } = this.#wanted!
    await needRoot(root, isMoved)
    const now = () => this.ports.clock.wall()
    const writer = await LogWriter.open(folder, now, this.#budgetOf(folder).bytes, start, segmentLength)
    const next = writer.nextSeq
    this.#log = {
      folder,
      opening: ++this.#openings,
      writer,
      keyframes: new KeyframeFollower(folder, usualStaleAfter),
      next,
      measured: { bytes: 0, since: null, appended: 0 }
    }
    await this.#keepBudget()
    await this.#checkDisk(folder)
    this.#isLow = false
    this.ports.reply({ kind: 'opened', opening: this.#openings, next })
    if (this.#log.measured.since !== null) this.#report()
    this.#later(minPause, () => this.#write())
  }

  async #write(): Promise<void> {
    const log = this.#log
    if (!log) return
    const begun = this.ports.clock.monotonic()
    this.#writes += 1
    if (this.#writes % budgetEvery === 0) {
      await needRoot(this.#wanted!.root, this.#wanted!.isMoved)
      await this.#keepBudget()
      await this.#checkDisk(log.folder)
      await log.writer.refreshLock()
    }
    const { segment } = log.writer
    const wasEmpty = log.measured.since === null && log.writer.since === null
    await log.writer.write(this.#writes % syncEvery === 0)
    if (wasEmpty && log.writer.since !== null) this.#report()
    if (log.writer.segment !== segment) await this.#keepBudget()
    await log.keyframes.follow()
    const passed = this.ports.clock.monotonic() - begun
    this.#later(Math.max(minPause, writeEvery - passed), () => this.#write())
  }

  /** Even while a disk does not respond. */
  #reportLater(): void {
    this.#cancelReport = this.ports.clock.later(reportEvery, () => {
      this.#report()
      this.#reportLater()
    })
  }

  #report(): void {
    if (!this.#log) return this.ports.reply({ kind: 'alive' })
    const { opening, writer, measured } = this.#log
    const size = {
      bytes: measured.bytes + writer.appended - measured.appended,
      since: measured.since ?? writer.since
    }
    this.ports.reply({
      kind: 'written',
      opening,
      next: writer.nextSeq,
      size,
      notRemoved: this.#notRemoved
    })
  }

  #budgetOf(folder: string): Budget {
    return budgetFor(folder, this.#wanted!.budgets)
  }

  /** A segment that cannot be removed does not stop the recording. */
  async #keepBudget(isLow = false): Promise<void> {
    const log = this.#log
    if (!log) return
    const now = this.ports.clock.wall()
    try {
      const { appended, maxSegment } = log.writer
      const budget = this.#budgetOf(log.folder)
      const bytes = Math.max(0, budget.bytes - roomInSegments * maxSegment)
      const kept = await keepBudget(log.folder, { ...budget, bytes }, now, isLow, this.#sizes)
      log.measured = { ...kept, appended }
      for (const other of await listLogs(this.#wanted!.root)) {
        // What was fetched has limits of its own.
        if (other !== log.folder && !isDesk(path.basename(path.dirname(other))))
          await keepBudget(other, this.#budgetOf(other), now, isLow, this.#sizes)
      }
      this.#notRemoved = null
    } catch (thrown) {
      this.#notRemoved = problemOf(thrown, log.folder, recordingText.notRemoved)
    }
  }

  async #checkDisk(folder: string): Promise<void> {
    const { freeBytes: min } = this.#budgetOf(folder)
    const enough = min * (this.#isLow ? resumeFactor : 1)
    const readFree = this.ports.freeBytes ?? freeSpace
    if ((await readFree(folder)) >= enough) return
    await this.#keepBudget(true)
    const free = await readFree(folder)
    if (free >= enough) return
    this.#isLow = true
    throw fail('recording.disk-low', recordingText.diskLow(free, min), { retryable: true })
  }

  async #close(): Promise<void> {
    this.#wanted = null
    const log = this.#log
    if (log) {
      await log.writer.write(true)
      this.#report()
      await log.keyframes.finish()
    }
    await this.#end()
    this.ports.reply({ kind: 'closed', isWritten: log !== null })
  }

  /** Without writing. */
  async #end(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const log = this.#log
    this.#log = null
    try {
      await log?.keyframes.dispose()
    } finally {
      await log?.writer.close()
    }
  }

  #failed(thrown: unknown): void {
    const folder = this.#wanted?.folder
    void this.#end().catch(() => {})
    if (folder === undefined) return this.ports.reply({ kind: 'closed', isWritten: false })
    this.ports.reply({ kind: 'failed', problem: problemOf(thrown, folder) })
    this.#later(retryAfter, () => this.#open())
  }

  #later(milliseconds: number, work: () => Promise<void>): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.ports.clock.later(milliseconds, () => this.#inTurn(work))
  }
}

const problemOf = (
  thrown: unknown,
  folder: string,
  sentence: (folder: string, reason: string) => string = recordingText.notWritten
): Problem =>
  thrown instanceof Error && 'code' in thrown
    ? fail('recording.disk', sentence(folder, diskReason(thrown)), {
        retryable: true,
        cause: thrown
      }).problem
    : toProblem(thrown)
