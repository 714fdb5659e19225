import { expect, test } from 'vitest'
import { SqlSession, type SqlProcess } from '#engine/recording/sql/client'
import type { SqlReply, SqlRequest } from '#engine/recording/sql/messages'
import { maxSqlTime } from '#shared/contract/recording/sql'
import { fail, toProblem } from '#shared/domain/base/problem'
import { HandClock } from '../../hand-clock'

class SilentProcess implements SqlProcess {
  readonly requests: SqlRequest[] = []
  isKilled = false
  reply!: (reply: SqlReply) => void
  end!: () => void
  send = (request: SqlRequest) => void this.requests.push(request)
  onReply = (listener: (reply: SqlReply) => void) => void (this.reply = listener)
  onEnd = (listener: () => void) => void (this.end = listener)
  kill = () => void (this.isKilled = true)

  get lastId() {
    return this.requests.at(-1)!.id
  }
}

function begin() {
  const clock = new HandClock()
  const processes: SilentProcess[] = []
  const spawn = () => {
    processes.push(new SilentProcess())
    return processes.at(-1)!
  }
  return { clock, processes, session: new SqlSession({ clock, spawn }) }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (thrown: unknown) => toProblem(thrown).code
  )

test('a result is put together from its parts', async () => {
  const { processes, session } = begin()
  const answer = session.run('folder', 'SELECT 1')
  const { reply, lastId: id } = processes[0]!
  const columns = [{ name: 'a', type: 'INTEGER', kind: 'number' as const }]
  reply({ kind: 'columns', id, columns })
  reply({ kind: 'rows', id: id + 1, part: '[["of another query"]]', rows: 1 })
  reply({ kind: 'rows', id, part: '[["1"]]', rows: 1 })
  reply({ kind: 'rows', id, part: '[["2"]]', rows: 1 })
  reply({ kind: 'done', id, cut: null })
  expect(await answer).toEqual({ columns, parts: ['[["1"]]', '[["2"]]'], rows: 2, cut: null, time: 0 })
})

test('a cancelled query is answered at once, and its process ends if the query does not', async () => {
  const { clock, processes, session } = begin()
  const answer = session.run('folder', 'endless')
  const [process] = processes
  const { lastId: id } = process!
  session.cancel()
  expect(await answer).toBe(null)
  expect(process!.requests.at(-1)).toEqual({ kind: 'interrupt', id })
  clock.advance(99)
  expect(process!.isKilled).toBe(false)
  clock.advance(1)
  expect(process!.isKilled).toBe(true)
})

test('a query that ends when it is cancelled leaves its process to the next', async () => {
  const { clock, processes, session } = begin()
  const first = session.run('folder', 'endless')
  const { reply, lastId: id } = processes[0]!
  session.cancel()
  await first
  reply({ kind: 'failed', id, problem: fail('sql.failed', 'Interrupted').problem })
  clock.advance(1000)
  const next = session.run('folder', 'SELECT 1')
  reply({ kind: 'done', id: processes[0]!.lastId, cut: null })
  expect(await next).not.toBe(null)
  expect(processes.length).toBe(1)
})

test('the next query does not wait for one that was cancelled', async () => {
  const { processes, session } = begin()
  const first = session.run('folder', 'endless')
  session.cancel()
  await first
  void session.run('folder', 'SELECT 1').catch(() => {})
  expect(processes.map(({ isKilled }) => isKilled)).toEqual([true, false])
})

test('a query ends when its time is up', async () => {
  const { clock, processes, session } = begin()
  const code = codeOf(session.run('folder', 'endless'))
  clock.advance(maxSqlTime * 1000)
  expect(await code).toBe('sql.time')
  clock.advance(100)
  expect(processes[0]!.isKilled).toBe(true)
})

test('a query fails with its process, and what needs too much memory ends it', async () => {
  const { processes, session } = begin()
  const first = codeOf(session.run('folder', 'SELECT 1'))
  processes[0]!.end()
  expect(await first).toBe('sql.stopped')
  const second = codeOf(session.run('folder', 'SELECT 1'))
  const { reply, lastId: id } = processes[1]!
  reply({ kind: 'failed', id, problem: fail('sql.memory', 'Too much').problem })
  expect(await second).toBe('sql.memory')
  expect(processes[1]!.isKilled).toBe(true)
})

test('a process that sends more than the limit is ended', async () => {
  const { processes, session } = begin()
  const code = codeOf(session.run('folder', 'SELECT 1'))
  const { reply, lastId: id } = processes[0]!
  const part = 'x'.repeat(20_000_000)
  for (let sent = 0; sent < 7; sent++) reply({ kind: 'rows', id, part, rows: 1 })
  expect(await code).toBe('sql.stopped')
  expect(processes[0]!.isKilled).toBe(true)
})

test('one query at a time; its process is for one folder, and ends when it is not used', async () => {
  const { clock, processes, session } = begin()
  const schema = session.schema('folder')
  processes[0]!.reply({ kind: 'schema', id: processes[0]!.lastId, tables: [] })
  expect(await schema).toEqual([])
  clock.advance(60_000)
  expect(processes[0]!.isKilled).toBe(true)

  const running = session.run('folder', 'SELECT 1')
  expect(() => session.run('folder', 'SELECT 2')).toThrow('sql.busy')
  clock.advance(59_000)
  expect(processes[1]!.isKilled).toBe(false)
  session.cancel()
  await running
  void session.run('other', 'SELECT 1').catch(() => {})
  expect(processes.map(({ isKilled }) => isKilled)).toEqual([true, true, false])
  session.dispose()
  expect(processes[2]!.isKilled).toBe(true)
  expect(() => session.run('folder', 'SELECT 1')).toThrow('sql.closing')
})
