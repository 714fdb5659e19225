import fc from 'fast-check'
import {
  drawingAnchors,
  drawingColours,
  drawingKinds,
  drawingWidths,
  type Drawing
} from '#shared/contract/market/drawings'

const anchor = fc.record({
  at: fc.integer({ min: -8.64e15, max: 8.64e15 }),
  price: fc.stringMatching(/^[1-9]\d{0,8}(\.\d{1,12})?$/)
})

/** Any drawing with one of the IDs. */
export const someDrawing = (ids: readonly string[]): fc.Arbitrary<Drawing> =>
  fc.constantFrom(...drawingKinds).chain((kind) =>
    fc.record({
      id: fc.constantFrom(...ids),
      kind: fc.constant(kind),
      anchors: fc.array(anchor, { minLength: drawingAnchors[kind], maxLength: drawingAnchors[kind] }),
      colour: fc.constantFrom(...drawingColours),
      width: fc.constantFrom(...drawingWidths),
      text: fc.string({ maxLength: 40 }),
      locked: fc.boolean()
    })
  )

export const level = (id: string, price = '100'): Drawing => ({
  id,
  kind: 'level',
  anchors: [{ at: 60_000, price }],
  colour: 'yellow',
  width: 1,
  text: '',
  locked: false
})
