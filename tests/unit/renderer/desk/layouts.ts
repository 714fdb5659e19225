import fc from 'fast-check'
import { insert, tabsOf, type Edge, type Layout } from '#shared/domain/workspace/index'

const edge = fc.constantFrom<Edge>('left', 'right', 'top', 'bottom')

/** As users build them. */
export const layouts: fc.Arbitrary<Layout> = fc
  .array(fc.record({ at: fc.nat(), edge, tabs: fc.integer({ min: 0, max: 3 }) }), { maxLength: 7 })
  .map((steps) =>
    steps.reduce<Layout>((layout, step, index) => {
      const beside = `p${step.at % (index + 1)}`
      const spot = step.tabs === 0 ? { among: beside, index: 9 } : { beside, edge: step.edge }
      return insert(layout, `p${index + 1}`, spot)
    }, tabsOf('p0'))
  )

export const size = { width: 1600, height: 900 }

export const point = fc.record({
  x: fc.integer({ min: 0, max: size.width }),
  y: fc.integer({ min: 0, max: size.height })
})
