import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linksOf } from '#engine/workspace/desk'
import { templates } from '#shared/contract/workspace/workspaces'
import { linkGroups } from '#shared/domain/workspace/index'
import { expectWhole, Hands, sandboxMarkets } from './desk'

const shownIn = (hands: Hands, index: number) => linksOf(hands.desk, hands.desk.all[index]!)

test('keeps markets of other workspaces unchanged', () => {
  const step = fc.oneof(
    fc.record({ template: fc.constantFrom(...templates) }),
    fc.record({
      at: fc.nat(20),
      link: fc.constantFrom(...linkGroups),
      market: fc.constantFrom(...sandboxMarkets, 'XYZEUR')
    }),
    fc.record({ at: fc.nat(20), shared: fc.boolean() })
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const hands = new Hands()
      for (const each of steps) {
        const { all } = hands.desk
        const before = all.map((_, index) => shownIn(hands, index))
        if ('template' in each) hands.act({ do: 'workspace.add', template: each.template, name: null })
        else {
          const at = each.at % all.length
          const workspace = all[at]!
          const { id } = workspace
          if ('shared' in each) hands.act({ do: 'workspace.share', workspace: id, shared: each.shared })
          else hands.act({ do: 'link.show', workspace: id, link: each.link, market: each.market })
          for (const [index, other] of all.entries()) {
            const together = index === at || (workspace.shared === true && other.shared === true)
            if (!together) expect(shownIn(hands, index)).toEqual(before[index])
            else if ('link' in each) expect(shownIn(hands, index)[each.link]).toBe(each.market)
          }
        }
        expectWhole(hands.desk)
      }
    })
  )
})

test('shares groups, and undo separates them', () => {
  const hands = new Hands()
  const [one, other] = hands.desk.all.map(({ id }) => id) as [string, string]
  const own = shownIn(hands, 1)
  hands.act({ do: 'link.show', workspace: one, link: 'a', market: 'XYZEUR' })
  hands.act({ do: 'workspace.share', workspace: one, shared: true })
  expect(shownIn(hands, 0).a).toBe('XYZEUR')
  hands.act({ do: 'workspace.share', workspace: other, shared: true })
  expect(shownIn(hands, 1)).toEqual(shownIn(hands, 0))
  hands.act({ do: 'link.show', workspace: other, link: 'b', market: 'LTCUSD' })
  expect(shownIn(hands, 0).b).toBe('LTCUSD')
  hands.act({ do: 'undo', workspace: other })
  expect(shownIn(hands, 1)).toEqual(own)
  hands.act({ do: 'redo', workspace: other })
  expect(shownIn(hands, 1)).toEqual(shownIn(hands, 0))
  hands.act({ do: 'workspace.share', workspace: other, shared: false })
  expect(shownIn(hands, 1)).toEqual(own)
})
