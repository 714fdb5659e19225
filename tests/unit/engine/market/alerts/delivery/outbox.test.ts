import { expect, test } from 'vitest'
import { ServiceError } from '#engine/base/http/index'
import { testMessage, type DeliveryMessage } from '#engine/market/alerts/delivery/message'
import { maxWaiting, Outbox } from '#engine/market/alerts/delivery/outbox'
import { fail } from '#shared/domain/base/problem'
import { HandClock } from '../../../hand-clock'

const flush = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

function bench(outcome: (attempt: number, message: DeliveryMessage) => Promise<unknown>) {
  const clock = new HandClock()
  const attempts: { readonly id: string; readonly at: number }[] = []
  const lost: string[] = []
  const outbox = new Outbox({
    clock,
    random: () => 0.5,
    send(message) {
      attempts.push({ id: message.id, at: clock.monotonic() })
      return outcome(attempts.length, message)
    },
    changed: () => undefined,
    lost: ({ id }, sentence) => lost.push(`${id}: ${sentence}`)
  })
  const add = (id: string) => outbox.add(testMessage(id, clock.wall()))
  const escalate = (id: string) => outbox.add({ ...testMessage(id, clock.wall()), event: 'escalated' })
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 1000) {
      clock.advance(1000)
      await flush()
    }
  }
  return { clock, attempts, lost, outbox, add, escalate, pass }
}
const retryable = () => Promise.reject(fail('x', 'It failed.', { retryable: true }))
const final = () => Promise.reject(fail('x', 'It is refused.'))

test('delivers in order, one after another, and reports when', async () => {
  const { attempts, outbox, add, clock } = bench(() => Promise.resolve())
  for (const id of ['a', 'b', 'c']) add(id)
  await flush()
  expect(attempts.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(outbox.status).toEqual({ deliveredAt: clock.wall(), failure: null, retries: 0, waiting: 0, lost: 0 })
})

test('retries with waits that double, then delivers the rest', async () => {
  const { attempts, outbox, add, pass } = bench((attempt) => (attempt < 5 ? retryable() : Promise.resolve()))
  add('a')
  add('b')
  await flush()
  expect(outbox.status).toMatchObject({ retries: 1, waiting: 2, failure: { sentence: 'It failed.' } })
  await pass(60_000)
  expect(attempts.map(({ id }) => id)).toEqual(['a', 'a', 'a', 'a', 'a', 'b'])
  expect(attempts.map(({ at }) => at)).toEqual([0, 2000, 6000, 14_000, 30_000, 30_000])
  expect(outbox.status).toMatchObject({ retries: 0, waiting: 0, lost: 0 })
})

test('an escalated alert goes before the others, and does not wait for a retry', async () => {
  const { attempts, outbox, add, escalate, pass } = bench((attempt) =>
    attempt < 4 ? retryable() : Promise.resolve()
  )
  add('a')
  add('b')
  await flush()
  await pass(3000)
  escalate('u')
  escalate('v')
  await flush()
  expect(attempts.map(({ id, at }) => `${id} ${at}`)).toEqual(['a 0', 'a 2000', 'u 3000'])
  expect(outbox.status).toMatchObject({ retries: 1, waiting: 4 })
  await pass(10_000)
  expect(attempts.slice(3).map(({ id, at }) => `${id} ${at}`)).toEqual([
    'u 5000',
    'v 5000',
    'a 5000',
    'b 5000'
  ])
  expect(outbox.status).toMatchObject({ waiting: 0, lost: 0 })
})

test('an escalated alert waits if the server asked for it', async () => {
  const busy = new ServiceError({ code: 'x', sentence: 'Busy.', retryable: true }, 429, 50_000)
  const { attempts, add, escalate, pass } = bench((attempt) =>
    attempt === 1 ? Promise.reject(busy) : Promise.resolve()
  )
  add('a')
  await flush()
  escalate('u')
  await pass(49_000)
  expect(attempts).toHaveLength(1)
  await pass(2000)
  expect(attempts.map(({ id }) => id)).toEqual(['a', 'a', 'u'])
})

test('an escalated alert is not dropped for a flood', async () => {
  const { lost, outbox, add, escalate } = bench(() => new Promise(() => {}))
  add('first')
  escalate('u')
  for (let index = 0; index < maxWaiting; index++) add(String(index))
  expect(outbox.status).toMatchObject({ waiting: maxWaiting + 1, lost: 1 })
  expect(lost.map((text) => text.split(':')[0])).toEqual(['0'])
})

test('waits as long as the server asks for', async () => {
  const busy = new ServiceError({ code: 'x', sentence: 'Busy.', retryable: true }, 429, 50_000)
  const { attempts, add, pass } = bench((attempt) =>
    attempt === 1 ? Promise.reject(busy) : Promise.resolve()
  )
  add('a')
  await flush()
  await pass(49_000)
  expect(attempts).toHaveLength(1)
  await pass(2000)
  expect(attempts).toHaveLength(2)
})

test('gives up after an hour, at once if retrying cannot help, and counts both', async () => {
  const { lost, outbox, add, pass, attempts } = bench((_attempt, { id }) =>
    id === 'a' ? retryable() : final()
  )
  add('a')
  add('b')
  await flush()
  await pass(3_700_000)
  expect(lost).toEqual(['a: It could not be delivered within 60 minutes.', 'b: It is refused.'])
  expect(outbox.status).toMatchObject({ lost: 2, waiting: 0, failure: { sentence: 'It is refused.' } })
  expect(attempts.length).toBeLessThan(30)
})

test('keeps the newest deliveries of a flood, and counts the others', async () => {
  const { lost, outbox, add } = bench(() => new Promise(() => {}))
  for (let index = 0; index < maxWaiting + 11; index++) add(String(index))
  expect(outbox.status).toMatchObject({ waiting: maxWaiting + 1, lost: 10 })
  // The first is being sent.
  expect(lost.map((text) => text.split(':')[0])).toEqual(
    Array.from({ length: 10 }, (_, index) => String(index + 1))
  )
})

test('sends nothing after its end, and counts what waited', async () => {
  const { attempts, lost, outbox, add, pass } = bench(retryable)
  add('a')
  add('b')
  await flush()
  outbox.dispose()
  add('c')
  await pass(600_000)
  expect(attempts).toHaveLength(1)
  expect(lost).toHaveLength(2)
  expect(outbox.status).toMatchObject({ waiting: 0, lost: 2 })
})
