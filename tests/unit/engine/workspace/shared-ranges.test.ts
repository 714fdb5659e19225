import { beforeEach, expect, test } from 'vitest'
import { SharedRanges } from '#engine/workspace/index'
import type { SharedRange } from '#shared/contract/workspace/workspaces'

let sent: SharedRange[]
let ranges: SharedRanges
beforeEach(() => {
  sent = []
  ranges = new SharedRanges({ isWorkspace: (id) => id === 'w', send: (range) => sent.push(range) })
})

const range = (by: string, times: SharedRange['times'], more: Partial<SharedRange> = {}): SharedRange => ({
  scope: 'w',
  link: 'a',
  replay: false,
  by,
  times,
  ...more
})
const some = { from: 100, to: 200 }

test('the last chart decides, and only it can end that', () => {
  ranges.show('one', range('p', some))
  ranges.show('two', range('q', { from: 300, to: 400 }))
  ranges.show('one', range('p', null))
  expect(ranges.all).toEqual([range('q', { from: 300, to: 400 })])
  expect(sent).toHaveLength(2)
  ranges.show('two', range('q', null))
  expect(ranges.all).toEqual([])
  expect(sent.at(-1)).toEqual(range('q', null))
})

test('keeps groups, workspaces and replays apart', () => {
  ranges.show('one', range('p', some))
  ranges.show('one', range('p', some, { link: 'b' }))
  ranges.show('one', range('p', some, { scope: null }))
  ranges.show('one', range('p', some, { replay: true }))
  ranges.show('one', range('p', some, { scope: 'unknown' }))
  expect(ranges.all).toHaveLength(4)
})

test('what a closed window decided ends', () => {
  ranges.show('one', range('p', some))
  ranges.show('two', range('q', some, { link: 'b' }))
  ranges.close('one')
  expect(ranges.all).toEqual([range('q', some, { link: 'b' })])
  expect(sent.at(-1)).toEqual(range('p', null))
})
