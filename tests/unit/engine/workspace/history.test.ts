import { expect, test } from 'vitest'
import { stateOf } from '#engine/workspace/desk'
import { mainLayout, tabsWith } from '#shared/domain/workspace/index'
import { Hands } from './desk'

const wordsOf = (hands: Hands) => {
  const { undo, redo } = stateOf(hands.desk).all[0]!
  return { undo, redo }
}

test('restores layouts but keeps what panels show', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  const book = hands.panel('book')
  const chart = hands.panel('chart')
  hands.act({ do: 'panel.remove', workspace, panel: book })
  hands.act({ do: 'panel.change', workspace, panel: chart, settings: { interval: '1h' } })
  hands.act({ do: 'link.show', workspace, link: 'a', market: 'ETHUSD' })
  expect(wordsOf(hands)).toEqual({ undo: 'Remove Order book', redo: null })
  hands.act({ do: 'undo', workspace })
  expect(hands.first.panels[book]).toBeDefined()
  expect(hands.first.panels[chart]!.settings).toEqual({ interval: '1h' })
  expect(hands.first.links.a).toBe('ETHUSD')
  expect(wordsOf(hands)).toEqual({ undo: null, redo: 'Remove Order book' })
  hands.act({ do: 'redo', workspace })
  expect(hands.first.panels[book]).toBeUndefined()
  // A change clears redo.
  hands.act({ do: 'undo', workspace })
  hands.act({ do: 'panel.popOut', workspace, panel: chart, withTabs: false })
  expect(wordsOf(hands)).toEqual({ undo: 'Pop out Chart', redo: null })
})

test('keeps later tab changes', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  const [chart, book] = [hands.panel('chart'), hands.panel('book')]
  hands.act({ do: 'panel.move', workspace, panel: book, frame: mainLayout, spot: { among: chart, index: 1 } })
  hands.act({ do: 'split.resize', workspace, frame: mainLayout, path: [], shares: [0.2, 0.4, 0.4] })
  hands.act({ do: 'panel.activate', workspace, panel: chart })
  hands.act({ do: 'undo', workspace })
  expect(tabsWith(hands.first.frames[0]!.root, book)?.active).toBe(chart)
})

test('merges one drag into one step', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  const resize = (share: number) =>
    hands.act({
      do: 'split.resize',
      workspace,
      frame: mainLayout,
      path: [],
      shares: [share, 0.4, 0.6 - share]
    })
  const before = hands.first
  const steps = () => hands.desk.histories[workspace]!.past.length
  for (const share of [0.2, 0.21, 0.22]) {
    resize(share)
    hands.now -= 4900
  }
  expect(steps()).toBe(1)
  hands.now += 4900
  resize(0.3)
  expect(steps()).toBe(2)
  hands.act({ do: 'undo', workspace })
  hands.act({ do: 'undo', workspace })
  expect(hands.first).toEqual(before)
})

test('keeps fifty steps', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  for (let step = 0; step < 30; step++) {
    const panel = hands.add('trades')
    hands.act({ do: 'panel.remove', workspace, panel })
  }
  expect(hands.desk.histories[workspace]!.past).toHaveLength(50)
})

test('restores a removed workspace with position and history', () => {
  const hands = new Hands()
  const [, majors] = hands.desk.all
  const workspace = majors!.id
  hands.act({ do: 'panel.popOut', workspace, panel: hands.panel('chart', majors), withTabs: false })
  const before = hands.desk.all
  hands.act({ do: 'workspace.remove', workspace })
  expect(hands.desk.all).toHaveLength(2)
  expect(stateOf(hands.desk).removed).toEqual({ id: workspace, name: 'Majors ×4' })
  hands.act({ do: 'workspace.add', template: 'empty', name: 'Majors ×4' })
  expect(hands.act({ do: 'undo', workspace })).toBe(workspace)
  expect(hands.desk.all.slice(0, 3).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(hands.desk.all[1]!.name).toBe('Majors ×4 (2)')
  expect(stateOf(hands.desk).removed).toBeNull()
  hands.act({ do: 'undo', workspace })
  expect(hands.workspace(workspace).frames).toHaveLength(1)
})
