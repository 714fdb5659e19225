import { expect, it } from 'vitest'
import { SilentServer } from '#engine/feed/server/silent-server'
import { HandClock } from '../hand-clock'

/** A connection that goes back to the server that it left, before it tries the next one. */
function simulate(servers: number) {
  const clock = new HandClock()
  const order = [0, ...Array.from({ length: 100 }, (_, index) => index % servers)]
  const moves: number[] = []
  const connection = {
    getServer: () => `server ${order[moves.length]}`,
    reconnect: async () => void moves.push(clock.monotonic())
  }
  const server = new SilentServer(clock, connection, servers)
  return {
    server,
    moves,
    current: () => order[moves.length],
    pass(milliseconds: number, isHeard = false) {
      for (let passed = 0; passed < milliseconds; passed += 250) {
        clock.advance(250)
        if (isHeard) server.heard()
        else server.look()
      }
    }
  }
}

it('is left for the next one after a fail-over would have ended, and not before', () => {
  const { moves, current, pass } = simulate(3)
  pass(4500)
  expect(moves).toEqual([])
  pass(2000)
  expect([moves.length, current()]).toEqual([2, 1])
})

it('is left more and more rarely while no server brings anything, and as before once one did', () => {
  const { moves, pass } = simulate(3)
  pass(600_000)
  const times = moves.slice(1).map((at, index) => at - moves[index]!)
  expect(moves.length).toBeLessThan(20)
  expect(times.at(-1)).toBeGreaterThanOrEqual(60_000)
  pass(1000, true)
  const before = moves.length
  pass(5500)
  expect(moves.length).toBeGreaterThan(before)
})

it('stays if it is the only one, or is heard', () => {
  const [alone, heard] = [simulate(1), simulate(3)]
  alone.pass(60_000)
  heard.pass(60_000, true)
  expect([alone.moves, heard.moves]).toEqual([[], []])
})
