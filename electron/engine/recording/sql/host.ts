import { fail, ProblemError, type Problem } from '#shared/domain/base/problem'
import { sqlText } from '#shared/messages/sql'
import type { Clock } from '../../base/clock'
import { ConfinedDatabase, type Duckdb } from './confined-database'
import { readSqlRequest, type SqlReply, type SqlRequest } from './messages'

interface HostPorts {
  readonly clock: Pick<Clock, 'later'>
  readonly load: () => Promise<Duckdb>
  readonly reply: (reply: SqlReply) => void
  /** Bytes of this process. */
  readonly memory: () => number
  readonly exit: () => void
}

/** DuckDB's own limit does not count what a function builds at once, such as a long text. */
const maxMemory = 1_000_000_000
const watchEvery = 50
/** Milliseconds for main to receive the reason. */
const exitAfter = 200
/** Characters of a message of DuckDB. */
const maxMessage = 2000

/** Runs queries one after the other, in a process of its own for one folder. */
export class SqlHost {
  #database: Promise<ConfinedDatabase> | null = null
  #turn: Promise<void> = Promise.resolve()
  #running: number | null = null

  constructor(private readonly ports: HostPorts) {}

  receive(message: unknown): void {
    const request = readSqlRequest(message)
    if (!request) return
    if (request.kind !== 'interrupt') this.#turn = this.#turn.then(() => this.#answer(request))
    else if (request.id === this.#running) void this.#database?.then((database) => database.interrupt())
  }

  async #answer(request: Exclude<SqlRequest, { kind: 'interrupt' }>): Promise<void> {
    const { id, folder } = request
    const { reply } = this.ports
    this.#running = id
    const stopWatching = this.#watch(id)
    try {
      const database = await (this.#database ??= this.#open(folder))
      if (request.kind === 'schema') {
        reply({ kind: 'schema', id, tables: await database.schema() })
        return
      }
      const cut = await database.run(request.sql, {
        onColumns: (columns) => reply({ kind: 'columns', id, columns }),
        onRows: (part, rows) => reply({ kind: 'rows', id, part, rows })
      })
      reply({ kind: 'done', id, cut })
    } catch (thrown) {
      reply({ kind: 'failed', id, problem: problemOf(thrown, folder) })
    } finally {
      stopWatching()
      this.#running = null
    }
  }

  async #open(folder: string): Promise<ConfinedDatabase> {
    const duckdb = await this.ports.load().catch((cause: unknown) => {
      throw fail('sql.not-loaded', sqlText.notLoaded, { detail: String(cause) })
    })
    return ConfinedDatabase.open(duckdb, folder)
  }

  #watch(id: number): () => void {
    const { clock, memory, reply, exit } = this.ports
    let cancel = clock.later(watchEvery, check)
    function check(): void {
      if (memory() <= maxMemory) {
        cancel = clock.later(watchEvery, check)
        return
      }
      reply({ kind: 'failed', id, problem: fail('sql.memory', sqlText.memory).problem })
      clock.later(exitAfter, exit)
    }
    return () => cancel()
  }
}

/** Two DECIMAL(38,18) of a table were multiplied. */
const overflow = /^Out of Range Error: Overflow in multiplication of DECIMAL/

/** DuckDB's message, without the folder that its files are in. */
function problemOf(thrown: unknown, folder: string): Problem {
  if (thrown instanceof ProblemError) return thrown.problem
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  if (message.startsWith('Out of Memory Error')) return fail('sql.memory', sqlText.memory).problem
  const shown = message.replaceAll(folder, '').slice(0, maxMessage)
  const hint = overflow.test(message) ? ` ${sqlText.overflow}` : ''
  return fail('sql.failed', `${sqlText.duckdb(shown)}${hint}`).problem
}
