import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { Pointing } from '#engine/workspace/index'
import type { Cursor } from '#shared/contract/workspace/workspaces'
import { HandClock } from '../hand-clock'

let clock: HandClock
let changes: { from: string; at: number | null; when: number }[]
let pointing: Pointing
beforeEach(() => {
  clock = new HandClock()
  changes = []
  pointing = new Pointing(clock, (from, cursor) =>
    changes.push({ from, at: cursor?.at ?? null, when: clock.monotonic() })
  )
})

const at = (time: number): Cursor => ({ scope: 'w', link: 'a', market: 'BTCUSD', at: time, price: null })
const ats = () => changes.map((each) => each.at)

test('sends the first position at once, then every sixteen milliseconds, and always the last', () => {
  for (const time of [1, 2, 3]) pointing.point('one', at(time))
  expect(ats()).toEqual([1])
  clock.advance(16)
  expect(ats()).toEqual([1, 3])
  clock.advance(16)
  pointing.point('one', at(4))
  expect(ats()).toEqual([1, 3, 4])
})

test('paces each window separately, including the end', () => {
  pointing.point('one', at(1))
  pointing.point('two', at(2))
  pointing.point('one', null)
  expect(ats()).toEqual([1, 2])
  clock.advance(16)
  expect(changes.at(-1)).toMatchObject({ from: 'one', at: null })
})

test('clears the position of a closed window', () => {
  pointing.point('one', at(1))
  pointing.point('one', at(2))
  pointing.close('one')
  clock.advance(100)
  expect(ats()).toEqual([1, null])
  pointing.close('one')
  pointing.point('two', null)
  expect(changes).toHaveLength(2)
})

test('sends no end without a position', () => {
  pointing.point('one', at(1))
  pointing.dispose()
  clock.advance(100)
  expect(changes).toHaveLength(1)
})

test('keeps the pace and the last position at any speed', () => {
  const moves = fc.array(
    fc.record({ from: fc.constantFrom('one', 'two'), at: fc.option(fc.nat(1000)), pause: fc.nat(20) }),
    { maxLength: 60 }
  )
  fc.assert(
    fc.property(moves, (sequence) => {
      changes = []
      const relay = new Pointing(clock, (from, cursor) =>
        changes.push({ from, at: cursor?.at ?? null, when: clock.monotonic() })
      )
      const last = new Map<string, number | null>()
      for (const move of sequence) {
        relay.point(move.from, move.at === null ? null : at(move.at))
        last.set(move.from, move.at)
        clock.advance(move.pause)
      }
      clock.advance(40)
      for (const [from, expected] of last) {
        const own = changes.filter((each) => each.from === from)
        expect(own.at(-1)?.at ?? null).toBe(expected)
        own.slice(1).forEach((each, index) => expect(each.when - own[index]!.when).toBeGreaterThanOrEqual(16))
      }
    })
  )
})
