import { expect, test, vi } from 'vitest'
import { Renewable } from '#main/connection/network/renewable'

const failed = () => new Error('net::ERR_FAILED')
const numbered = () => new Renewable((count) => count)

test('repeats pending work with the successor', async () => {
  const things = numbered()
  const used: number[] = []
  const work = things.use((count) => {
    used.push(count)
    return count === 0 ? new Promise<string>(() => {}) : Promise.resolve(`from ${count}`)
  })
  things.renew()
  expect(await work).toBe('from 1')
  expect(used).toEqual([0, 1])
  expect(things.current).toBe(1)
})

test('repeats work that failed just before', async () => {
  const things = numbered()
  const work = things.use(async (count) => {
    if (count === 0) throw failed()
    return count
  })
  await Promise.resolve()
  things.renew()
  expect(await work).toBe(1)
})

test('fails work that fails without a crash', async () => {
  vi.useFakeTimers()
  const things = numbered()
  let tries = 0
  const fail = (problem: Error) =>
    things.use(async () => {
      tries += 1
      throw problem
    })
  await expect(fail(new Error('net::ERR_CONNECTION_REFUSED'))).rejects.toThrow('REFUSED')
  const ending = expect(fail(failed())).rejects.toThrow('ERR_FAILED')
  await vi.advanceTimersByTimeAsync(1000)
  await ending
  expect(tries).toBe(2)
  vi.useRealTimers()
})

test('gives up if every attempt crashes', async () => {
  const things = numbered()
  let tries = 0
  const work = things.use(() => {
    tries += 1
    queueMicrotask(() => things.renew())
    return new Promise<never>(() => {})
  })
  await expect(work).rejects.toThrow('every attempt')
  expect(tries).toBe(3)
})

test('notifies listeners of the successor', () => {
  const things = numbered()
  const seen: number[] = []
  things.onRenew(() => seen.push(things.current))
  things.renew()
  things.renew()
  expect(seen).toEqual([1, 2])
})
