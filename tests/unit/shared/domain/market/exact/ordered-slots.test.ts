import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OrderedSlots } from '#shared/domain/market/exact/index'

it('behaves like a list', () => {
  const step = fc.record({
    what: fc.constantFrom('append', 'append', 'insert', 'remove', 'shift'),
    where: fc.nat(1000)
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5 }),
      fc.array(step, { maxLength: 100, size: 'max' }),
      (capacity, steps) => {
        const slots = new OrderedSlots(capacity)
        const list: number[] = []
        for (const [number, { what, where }] of steps.entries()) {
          const index = where % (list.length + 1)
          if (what === 'append') {
            slots.append(number)
            list.push(number)
          } else if (what === 'insert') {
            slots.insert(index, number)
            list.splice(index, 0, number)
          } else if (list.length > 0) {
            const gone = what === 'shift' ? 0 : where % list.length
            slots.remove(gone)
            list.splice(gone, 1)
          }
          expect(Array.from({ length: slots.count }, (_, at) => slots.at(at))).toEqual(list)
          if (list.length > 0) expect(slots.first).toBe(list[0])
        }
      }
    ),
    { numRuns: 100 }
  )
})

it('searches the first match', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(20), (numbers, border) => {
      const slots = new OrderedSlots(4)
      const sorted = numbers.toSorted((a, b) => a - b)
      for (const number of sorted) slots.append(number)
      expect(slots.search((slot) => slot >= border)).toBe(sorted.filter((number) => number < border).length)
    })
  )
})
