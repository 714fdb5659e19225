import fc from 'fast-check'
import {
  type boxes,
  edges,
  insert,
  panelsOf,
  splitOf,
  type Edge,
  type Layout,
  type Spot
} from '#shared/domain/workspace/index'

/** Any valid layout, independent of the tested code. */
export const anyLayout = (max = 12): fc.Arbitrary<Layout> =>
  fc
    .integer({ min: 1, max: max })
    .chain((count) => treeOf(Array.from({ length: count }, (_, index) => `p${index}`)))

function treeOf(panels: readonly string[]): fc.Arbitrary<Layout> {
  const tabs = fc
    .nat(panels.length - 1)
    .map((active): Layout => ({ kind: 'tabs', panels, active: panels[active]! }))
  if (panels.length === 1) return tabs
  const split = fc
    .record({
      direction: fc.constantFrom('row' as const, 'column' as const),
      cut: fc.integer({ min: 1, max: panels.length - 1 }),
      share: fc.double({ min: 0.05, max: 0.95, noNaN: true })
    })
    .chain(({ direction, cut, share }) =>
      fc.tuple(treeOf(panels.slice(0, cut)), treeOf(panels.slice(cut))).map(([one, other]) =>
        splitOf(direction, [
          { part: one, share },
          { part: other, share: 1 - share }
        ])!
      )
    )
  return fc.oneof({ weight: 1, arbitrary: tabs }, { weight: 4, arbitrary: split })
}

export const spotAmong = (panels: readonly string[]): fc.Arbitrary<Spot> =>
  fc.oneof(
    fc.record({
      beside: fc.constantFrom(null, ...panels),
      edge: fc.constantFrom(...edges)
    }),
    fc.record({ among: fc.constantFrom(...panels), index: fc.nat(8) })
  )

export const anyMove = anyLayout().chain((layout) => {
  const panels = panelsOf(layout)
  return fc.record({
    layout: fc.constant(layout),
    panel: fc.constantFrom(...panels),
    spot: spotAmong(panels)
  })
})

/** By insertions only, like users do. */
export const grown = fc
  .array(fc.tuple(fc.nat(40), fc.constantFrom(...edges), fc.boolean()), { maxLength: 40 })
  .map((steps) =>
    steps.reduce<Layout>(
      (layout, [which, edge, tabbed], index) => {
        const panels = panelsOf(layout)
        const other = panels[which % panels.length]!
        return insert(layout, `n${index}`, tabbed ? { among: other, index: which } : { beside: other, edge })
      },
      insert(null, 'first', { beside: null, edge: 'right' })
    )
  )

export const sorted = (layout: Layout | null) => [...panelsOf(layout)].sort()

type Lying = ReturnType<typeof boxes> extends ReadonlyMap<string, infer Box> ? Box : never
export const rounding = 1e-9
export function liesAt(one: Lying, other: Lying, edge: Edge): boolean {
  if (edge === 'left') return one.left + one.width <= other.left + rounding
  if (edge === 'right') return other.left + other.width <= one.left + rounding
  if (edge === 'top') return one.top + one.height <= other.top + rounding
  return other.top + other.height <= one.top + rounding
}
