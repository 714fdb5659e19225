import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedRange, Flashes, flashFor, flashStrength } from '#renderer/panels/book/changed-digits'

const figures = fc.stringMatching(/^\d{1,4}\.\d{4}$/)

it('covers the range between the first and last changed digit', () => {
  fc.assert(
    fc.property(figures, figures, (before, now) => {
      const range = changedRange(before, now)
      if (before === now) return expect(range).toBeNull()
      const [from, to] = range!
      const shift = before.length - now.length
      const differs = (at: number) => now[at] !== before[at + shift]
      for (let at = 0; at < now.length; at += 1) if (at < from || at >= to) expect(differs(at)).toBe(false)
      expect(differs(from)).toBe(true)
      expect(differs(to - 1)).toBe(true)
    })
  )
})

it('is empty if only leading digits disappeared', () => {
  expect(changedRange('10.5000', '0.5000')).toBeNull()
})

it('fades in steps', () => {
  const seen = Array.from({ length: flashFor + 50 }, (_, age) => flashStrength(age))
  expect(seen[0]).toBe(1)
  expect(seen[flashFor - 1]).toBeGreaterThan(0)
  expect(seen[flashFor]).toBe(0)
  seen.forEach((strength, age) => age > 0 && expect(strength).toBeLessThanOrEqual(seen[age - 1]!))
  expect(new Set(seen).size).toBe(5)
  expect(flashStrength(-1)).toBe(0)
})

it('highlights changes, but not figures that became visible', () => {
  const flashes = new Flashes('size')
  flashes.begin()
  expect(flashes.see('a', '1.50', 1.5, 0).at).toBe(-Infinity)
  flashes.begin()
  expect(flashes.see('a', '2.60', 2.6, 100)).toMatchObject({ at: 100, from: 0, to: 3 })
  expect(flashes.latest).toBe(100)
  // Repainting continues the fade.
  expect(flashes.see('a', '2.60', 2.6, 150).at).toBe(100)
  flashes.begin()
  flashes.begin()
  expect(flashes.see('a', '9.70', 9.7, 300).at).toBe(-Infinity)
})

it('ends at the end of a shorter figure', () => {
  const flashes = new Flashes('size')
  flashes.begin()
  flashes.see('a', '1.53444', 1.53444, 0)
  flashes.begin()
  expect(flashes.see('a', '9.83555', 9.83555, 100)).toMatchObject({ from: 0, to: 7 })
  flashes.begin()
  expect(flashes.see('a', '9.83', 9.83444, 150)).toMatchObject({ from: 0, to: 4 })
})

it('ignores small changes since the last highlight', () => {
  const near = fc.array(fc.double({ min: 7.6, max: 12.5, noNaN: true }), { maxLength: 20 })
  fc.assert(
    fc.property(near, (sizes) => {
      const flashes = new Flashes('size')
      ;[10, ...sizes].forEach((size, at) => {
        flashes.begin()
        expect(flashes.see('a', size.toFixed(3), size, at).at).toBe(-Infinity)
      })
      flashes.begin()
      expect(flashes.see('a', '20.000', 20, 100).at).toBe(100)
    })
  )
  const price = new Flashes('price')
  const at = [64_000, 64_003, 64_006.5, 64_009].map((value, time) => {
    price.begin()
    return price.see('p', String(value), value, time).at
  })
  expect(at).toEqual([-Infinity, -Infinity, 2, 2])
})
