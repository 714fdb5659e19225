import { maxSqlResult, maxSqlTime, type SqlResult, type SqlTable } from '#shared/contract/recording/sql'
import type { Disposable } from '#shared/domain/base/emitter'
import { fail, ProblemError, type Problem } from '#shared/domain/base/problem'
import { sqlText } from '#shared/messages/sql'
import type { Clock } from '../../base/clock'
import type { SqlReply, SqlRequest } from './messages'

export interface SqlProcess {
  send(request: SqlRequest): void
  onReply(listener: (reply: SqlReply) => void): void
  /** Called once. */
  onEnd(listener: () => void): void
  kill(): void
}

interface ClientPorts {
  readonly clock: Clock
  readonly spawn: () => SqlProcess
}

interface Running {
  readonly id: number
  readonly began: number
  columns: SqlResult['columns']
  readonly parts: string[]
  rows: number
  size: number
  readonly resolve: (result: SqlResult | null) => void
  readonly reject: (problem: ProblemError) => void
  readonly cancelLimit: () => void
}

interface Asked {
  readonly resolve: (tables: readonly SqlTable[]) => void
  readonly reject: (problem: ProblemError) => void
}

/** Milliseconds for a query to end after it was interrupted; then its process ends. */
const maxInterrupt = 100
/** Milliseconds without a query, after which the process ends. */
const lingerFor = 60_000
/** JSON has quotes, commas and escapes besides the values. */
const maxReceived = 8 * maxSqlResult

/** The queries of one window. Its process runs while it is used, for one folder. */
export class SqlSession implements Disposable {
  #process: SqlProcess | null = null
  #folder = ''
  #lastId = 0
  #running: Running | null = null
  readonly #asked = new Map<number, Asked>()
  /** Interrupted, but its end was not reported yet. */
  #ending: number | null = null
  #cancelKill: (() => void) | null = null
  #cancelLinger: (() => void) | null = null
  #disposed = false

  constructor(private readonly ports: ClientPorts) {}

  schema(folder: string): Promise<readonly SqlTable[]> {
    const process = this.#processFor(folder)
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject })
      process.send({ kind: 'schema', id, folder })
    })
  }

  /** Null if it was cancelled. */
  run(folder: string, sql: string): Promise<SqlResult | null> {
    if (this.#running) throw fail('sql.busy', sqlText.busy)
    if (this.#ending !== null) this.#end()
    const process = this.#processFor(folder)
    const id = ++this.#lastId
    const { clock } = this.ports
    return new Promise((resolve, reject) => {
      const timeUp = () => this.#stop((running) => running.reject(fail('sql.time', sqlText.time(maxSqlTime))))
      this.#running = {
        id,
        began: clock.monotonic(),
        columns: [],
        parts: [],
        rows: 0,
        size: 0,
        resolve,
        reject,
        cancelLimit: clock.later(maxSqlTime * 1000, timeUp)
      }
      process.send({ kind: 'run', id, folder, sql })
    })
  }

  cancel(): void {
    this.#stop((running) => running.resolve(null))
  }

  dispose(): void {
    this.#disposed = true
    this.cancel()
    this.#end()
  }

  #processFor(folder: string): SqlProcess {
    if (this.#disposed) throw fail('sql.closing', sqlText.closing)
    if (this.#process && this.#folder !== folder) this.#end()
    this.#cancelLinger?.()
    this.#folder = folder
    return (this.#process ??= this.#spawn())
  }

  #spawn(): SqlProcess {
    const process = this.ports.spawn()
    process.onReply((reply) => process === this.#process && this.#receive(reply))
    process.onEnd(() => process === this.#process && this.#end())
    return process
  }

  #receive(reply: SqlReply): void {
    if (reply.kind === 'done' || reply.kind === 'failed') this.#ended(reply.id)
    if (reply.kind === 'schema') {
      this.#asked.get(reply.id)?.resolve(reply.tables)
      this.#asked.delete(reply.id)
    } else if (reply.kind === 'failed' && this.#asked.has(reply.id)) {
      this.#asked.get(reply.id)!.reject(new ProblemError(reply.problem))
      this.#asked.delete(reply.id)
    } else if (this.#running && reply.id === this.#running.id) this.#receiveResult(this.#running, reply)
    this.#lingerLater()
  }

  #receiveResult(running: Running, reply: Exclude<SqlReply, { kind: 'schema' }>): void {
    if (reply.kind === 'columns') running.columns = reply.columns
    else if (reply.kind === 'rows') {
      running.parts.push(reply.part)
      running.rows += reply.rows
      running.size += reply.part.length
      if (running.size > maxReceived) this.#end()
    } else if (reply.kind === 'failed') this.#fail(reply.problem)
    else {
      this.#finish()
      const { columns, parts, rows, began } = running
      running.resolve({ columns, parts, rows, cut: reply.cut, time: this.ports.clock.monotonic() - began })
    }
  }

  #fail(problem: Problem): void {
    this.#finish()?.reject(new ProblemError(problem))
    // A query that DuckDB could not stop would go on.
    if (problem.code === 'sql.memory') this.#end()
  }

  #finish(): Running | null {
    const running = this.#running
    this.#running = null
    running?.cancelLimit()
    return running
  }

  #stop(answer: (running: Running) => void): void {
    const running = this.#finish()
    if (!running) return
    this.#ending = running.id
    this.#process?.send({ kind: 'interrupt', id: running.id })
    this.#cancelKill = this.ports.clock.later(maxInterrupt, () => this.#end())
    answer(running)
  }

  #ended(id: number): void {
    if (id !== this.#ending) return
    this.#ending = null
    this.#cancelKill?.()
  }

  #lingerLater(): void {
    this.#cancelLinger?.()
    if (!this.#process || this.#running || this.#asked.size > 0) return
    this.#cancelLinger = this.ports.clock.later(lingerFor, () => this.#end())
  }

  /** Unanswered requests have failed. */
  #end(): void {
    const process = this.#process
    this.#process = null
    this.#ending = null
    this.#cancelKill?.()
    this.#cancelLinger?.()
    process?.kill()
    const problem = fail('sql.stopped', sqlText.stopped)
    this.#finish()?.reject(problem)
    const asked = [...this.#asked.values()]
    this.#asked.clear()
    for (const { reject } of asked) reject(problem)
  }
}
