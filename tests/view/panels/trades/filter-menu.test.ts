import { render } from '@testing-library/svelte'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { tapeFilter, type TapeFilter } from '#shared/contract/market/panels/trades'
import FilterMenu from '../../../../renderer/panels/trades/FilterMenu.svelte'

it.each<[string, boolean, Partial<TapeFilter>]>([
  ['a side', true, { sides: ['buy', 'unknown'] }],
  ['large values', true, { valueAtMost: '1000' }],
  ['small sizes, which its button shows,', false, { atLeast: '1' }],
  ['nothing', false, { perSecond: true }]
])('a filter that hides %s is marked in a narrow panel: %s', (_name, isMarked, filter) => {
  const settings = v.parse(tapeFilter, filter)
  const { container } = render(FilterMenu, { settings, groups: () => [] })
  expect(container.querySelector('.filters.more') !== null).toBe(isMarked)
})
