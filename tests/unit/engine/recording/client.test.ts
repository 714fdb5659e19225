import { expect, test } from 'vitest'
import { RecorderClient } from '#engine/recording/client'
import { HandClock } from '../hand-clock'
import { ScriptedProcess } from './scripted-process'
import { everywhere } from './support'

const size = { bytes: 1, since: 0 }

function bench() {
  const clock = new HandClock()
  const processes: ScriptedProcess[] = []
  const client = new RecorderClient({
    clock,
    location: () => ({ folder: '/recordings', root: '', isMoved: false }),
    budgets: () => everywhere({ bytes: 1, days: 1, freeBytes: 0, sealedFirst: false }),
    spawn: () => {
      processes.push(new ScriptedProcess())
      return processes.at(-1)!
    },
    changed: () => {}
  })
  const record = (text: string) => client.record('f', clock.monotonic(), Buffer.from(text))
  return { clock, client, processes, record, newest: () => processes.at(-1)! }
}

test('items wait for the log, and are sent within a fifth of a second', () => {
  const { clock, client, record, newest } = bench()
  record('a')
  client.start()
  clock.advance(1000)
  expect(newest().items).toEqual([])
  newest().reply({ kind: 'opened', opening: 1, next: 51 })
  record('b')
  clock.advance(199)
  expect(newest().items.map(({ text }) => text)).toEqual([
    '{"event":"clock","epoch":1791201600000,"start":true}',
    'a'
  ])
  clock.advance(1)
  expect(newest().items.map(({ seq, text }) => [seq, text])).toContainEqual([53, 'b'])
})

test('a recorder that does not respond is replaced, and gets everything that it did not write', () => {
  const { clock, client, processes, record, newest } = bench()
  client.start()
  newest().reply({ kind: 'opened', opening: 1, next: 1 })
  record('a')
  clock.advance(1000)
  newest().reply({ kind: 'written', opening: 1, next: 3, size, notRemoved: null })
  record('b')
  clock.advance(15_000)
  expect(newest().isKilled).toBe(false)
  clock.advance(6000)
  expect(processes.map(({ isKilled }) => isKilled)).toEqual([true, false])
  expect(client.state).toMatchObject({ isRecording: false, problem: { code: 'recording.hung' } })
  newest().reply({ kind: 'opened', opening: 1, next: 3 })
  expect(newest().items.map(({ seq, text }) => [seq, text])).toEqual([[3, 'b']])
  expect(client.state).toMatchObject({ isRecording: true, problem: null })
})

test('a recorder that keeps ending is restarted more and more seldom', () => {
  const { clock, client, processes, newest } = bench()
  client.start()
  // The first at once.
  newest().kill()
  clock.advance(0)
  expect(processes.length).toBe(2)
  const waits = [500, 2000, 10_000, 30_000, 30_000]
  for (const [index, wait] of waits.entries()) {
    newest().kill()
    clock.advance(wait - 1)
    expect(processes.length).toBe(index + 2)
    clock.advance(1)
    expect(processes.length).toBe(index + 3)
  }
})

test('times follow the system’s clock when it is set, and the recording says so', () => {
  const { clock, client, record, newest } = bench()
  client.start()
  newest().reply({ kind: 'opened', opening: 1, next: 1 })
  record('a')
  clock.advance(300)
  const wall = clock.wall.bind(clock)
  clock.wall = () => wall() - 60_000
  record('b')
  clock.advance(300)
  record('c')
  clock.advance(300)
  const [, a, event, b, c] = newest().items
  expect(event).toMatchObject({ kind: 'e', text: expect.stringContaining('"clock"') as string })
  expect(b!.time - a!.time).toBe(300 - 60_000)
  expect(c!.time - b!.time).toBe(300)
})

test('a disk that does not respond is reported while messages wait, and no longer than that', () => {
  const { clock, client, record, newest } = bench()
  client.start()
  newest().reply({ kind: 'opened', opening: 1, next: 1 })
  record('a')
  for (let seconds = 0; seconds < 11; seconds++) {
    clock.advance(1000)
    newest().reply({ kind: 'written', opening: 1, next: 1, size, notRemoved: null })
  }
  expect(client.state).toMatchObject({ isRecording: false, problem: { code: 'recording.stalled' } })
  newest().reply({ kind: 'written', opening: 1, next: 3, size, notRemoved: null })
  expect(client.state).toMatchObject({ isRecording: true, problem: null })
})

test('a gap is recorded once there is room, even if nothing else arrives', () => {
  const { clock, client, newest } = bench()
  const large = Buffer.alloc(1024 * 1024)
  for (let count = 0; count < 20; count++) client.record('f', 0, large)
  const { dropped } = client.state
  client.start()
  newest().reply({ kind: 'opened', opening: 1, next: 1 })
  newest().reply({ kind: 'written', opening: 1, next: 22 - dropped, size, notRemoved: null })
  clock.advance(1000)
  expect(newest().items.at(-1)).toMatchObject({ kind: 'g', text: JSON.stringify({ dropped }) })
  expect(client.state).toMatchObject({ isRecording: true, problem: null })
})

test('another recorder writes what was sent to one that was closing already', async () => {
  const { client, processes, record, newest } = bench()
  client.start()
  record('a')
  const problem = { code: 'recording.in-use', sentence: 'Another one records.', retryable: true }
  newest().reply({ kind: 'failed', problem })
  const disposed = client.dispose()
  newest().reply({ kind: 'opened', opening: 1, next: 1 })
  newest().reply({ kind: 'closed', isWritten: true })
  await expect.poll(() => processes.length).toBe(2)
  newest().reply({ kind: 'opened', opening: 1, next: 1 })
  expect(newest().items.map(({ seq, text }) => [seq, text])).toContainEqual([2, 'a'])
  newest().reply({ kind: 'written', opening: 1, next: 3, size, notRemoved: null })
  newest().reply({ kind: 'closed', isWritten: true })
  expect(await disposed).toBe(0)
})

test('what a client could not write is a gap in the log of the next one', async () => {
  const { clock, client, processes, record, newest } = bench()
  client.start()
  for (const text of ['a', 'b', 'c']) record(text)
  const problem = { code: 'recording.disk', sentence: 'The disk is full.', retryable: true }
  newest().reply({ kind: 'failed', problem })
  const disposed = client.dispose()
  newest().reply({ kind: 'closed', isWritten: false })
  const lost = await disposed
  // With the event of the clock.
  expect(lost).toBe(4)
  const next = new RecorderClient({
    clock,
    location: () => ({ folder: '/recordings', root: '', isMoved: false }),
    budgets: () => everywhere({ bytes: 1, days: 1, freeBytes: 0, sealedFirst: false }),
    spawn: () => {
      processes.push(new ScriptedProcess())
      return processes.at(-1)!
    },
    changed: () => {},
    lost
  })
  next.start()
  newest().reply({ kind: 'opened', opening: 1, next: 3 })
  clock.advance(1000)
  expect(newest().items[0]).toMatchObject({ seq: 7, kind: 'g', text: '{"dropped":4}' })
})
