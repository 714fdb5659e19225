import { describe, expect, it } from 'vitest'
import { defaultSessionOptions } from '#engine/connection/stream/options'
import type { ScriptedSocket } from './scripted-service'
import { both, openDesk, settle } from './session-desk'

/** Faults of the service. */
const illnesses: Record<string, (socket: ScriptedSocket) => void> = {
  'drops after the first data': (socket) => {
    socket.accept()
    socket.sendData('A', 'SNAPSHOT')
    if (socket.sent.length > 0) socket.end(1006)
  },
  'drops as soon as it is open': (socket) => {
    socket.accept()
    socket.end(1006)
  },
  'is not there': (socket) => socket.fail(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
  'answers with 401': (socket) => socket.refuse(401),
  'answers with 503': (socket) => socket.refuse(503),
  'sends what is too large': (socket) => {
    socket.accept()
    socket.end(1009)
  }
}

async function connectsAt(ill: (socket: ScriptedSocket) => void, random: () => number, minutes: number) {
  const desk = openDesk({}, random)
  desk.session.desire(both('A'))
  desk.session.start()
  const at: number[] = []
  for (let step = 0; step < minutes * 240; step += 1) {
    await settle()
    while (at.length < desk.service.sockets.length) at.push(desk.clock.monotonic())
    for (const socket of desk.service.alive) ill(socket)
    desk.clock.advance(250)
  }
  desk.session.stop()
  return at
}

const maxPerMinute = (at: readonly number[]) =>
  Math.max(...at.map((from) => at.filter((time) => time >= from && time < from + 60_000).length))

const diceFrom = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647

describe('reconnect storms', () => {
  it.each(Object.keys(illnesses))(
    'do not hit a service that %s, even with the worst jitter',
    async (name) => {
      const at = await connectsAt(illnesses[name]!, () => 0, 5)
      expect(at.length).toBeGreaterThan(4)
      expect(maxPerMinute(at)).toBeLessThanOrEqual(defaultSessionOptions.maxConnects + 1)
    }
  )

  it.each([1, 2, 3, 4, 5])('are limited despite data (seed %i)', async (first) => {
    const at = await connectsAt(illnesses['drops after the first data']!, diceFrom(first), 10)
    const waits = at.slice(1).map((time, index) => time - at[index]!)
    expect(Math.max(...waits)).toBeLessThanOrEqual(16_000)
    expect(maxPerMinute(at)).toBeLessThanOrEqual(defaultSessionOptions.maxConnects)
  })

  it('are prevented by growing waits without data', async () => {
    const at = await connectsAt(illnesses['drops as soon as it is open']!, diceFrom(1), 10)
    const waits = at.slice(1).map((time, index) => time - at[index]!)
    expect(Math.max(...waits)).toBeGreaterThan(15_000)
    expect(maxPerMinute(at)).toBeLessThanOrEqual(15)
  })

  it('are prevented by resetting waits only after enough data', async () => {
    const desk = openDesk({}, () => 0.999)
    const waitAfter = async (bring: () => Promise<void>) => {
      await settle()
      desk.service.last.accept()
      await bring()
      desk.service.last.end(1006)
      const wait = desk.session.status.retryAt! - desk.clock.wall()
      await desk.pass(wait + 250)
      return wait
    }
    desk.session.desire(both('A'))
    desk.session.start()
    const nothing = () => Promise.resolve()
    desk.service.responsive = false
    const first = await waitAfter(nothing)
    expect(first).toBeLessThan(500)
    expect(await waitAfter(nothing)).toBeGreaterThan(first)
    expect(await waitAfter(nothing)).toBeGreaterThan(1900)
    expect(desk.session.status.attempt).toBe(4)
    // Open without data: nothing is reset.
    desk.service.responsive = true
    desk.session.desire([])
    const quiet = () => desk.pass(100_000)
    expect(await waitAfter(quiet)).toBeGreaterThan(3900)
    desk.session.desire(both('A'))
    const steady = async () => {
      await desk.pass(40_000)
      expect(desk.session.status.attempt).toBe(0)
    }
    expect(await waitAfter(steady)).toBeLessThan(500)
  })

  it('are prevented by full jitter', async () => {
    for (const dice of [0, 0.001, 0.25, 0.5, 0.999]) {
      const desk = openDesk({}, () => dice)
      desk.session.start()
      await settle()
      desk.service.last.fail(new Error('socket hang up'))
      expect(desk.session.status.retryAt! - desk.clock.wall()).toBeCloseTo(dice * 500, 3)
    }
  })
})
