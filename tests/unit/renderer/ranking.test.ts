import { expect, it } from 'vitest'
import { commandIds, commands, type Command } from '#shared/contract/app/commands'
import type { PaletteEntry } from '#renderer/app/palette/entry'
import { rank } from '#renderer/app/palette/ranking'
import { findTerms, glossary, glossaryGroups } from '#renderer/app/help/glossary'

const entries = commandIds.map((id) => {
  const command: Command = commands[id]
  return { ...command, id, caps: [], disabled: null, run: () => {} }
})
const ids = (typed: string, recent: Parameters<typeof rank>[1] = []) =>
  rank(entries, recent, typed).map(({ entry }) => entry.id)

it('lists all commands, recent ones first', () => {
  expect(new Set(ids(''))).toEqual(new Set(commandIds.filter((id) => id !== 'palette.open')))
  expect(ids('', ['zoom.in', 'theme.dark']).slice(0, 2)).toEqual(['zoom.in', 'theme.dark'])
})

it.each([
  ['settings', 'go.settings'],
  ['light', 'theme.light'],
  ['blue', 'palette.colourBlind'],
  ['quit', 'app.quit'],
  ['fs', 'help.guide'],
  ['connect sandbox', 'connections.connectSandbox']
])('finds by %o first %s', (typed, id) => {
  expect(ids(typed)[0]).toBe(id)
})

const market = (name: string): PaletteEntry => ({
  id: `market:${name}`,
  title: name,
  section: 'Market',
  caps: [],
  disabled: null,
  run: () => {}
})
const offer: PaletteEntry = {
  ...market('add:X'),
  id: 'add:X',
  title: 'Add X to the watch list',
  offered: true
}

it('ranks an exact market first and offers last', () => {
  const all = [...entries, market('HELPUSD'), market('HELP'), offer]
  const typed = rank(all, [], 'help').map(({ entry }) => entry.id)
  expect(typed[0]).toBe('market:HELP')
  expect(typed.at(-1)).toBe('add:X')
  expect(rank([...entries, market('BTCUSD'), market('ETHBTC')], [], 'btc')[0]?.entry.id).toBe('market:BTCUSD')
  expect(rank(all, ['market:HELPUSD'], '')[0]?.entry.id).toBe('market:HELPUSD')
  // Equal scores must not compare as NaN.
  const two = [offer, { ...offer, id: 'add:Y' }]
  expect(rank(two, [], 'zzz').map(({ entry }) => entry.id)).toEqual(['add:X', 'add:Y'])
})

it('prefers available entries', () => {
  const closed = { ...market('AAA'), id: 'closed', disabled: 'Not now' }
  expect(rank([closed, market('AAA')], [], 'aa')[0]?.entry.disabled).toBeNull()
})

it('prefers recent entries among equals', () => {
  expect(ids('theme', ['theme.system'])).toContain('theme.system')
  expect(ids('zzz')).toEqual([])
})

it('explains every term in order, without duplicates', () => {
  const names = glossary.map(({ name }) => name.toLowerCase())
  const wanted =
    'book spread tick depth tape candle vwap slip basis stale deposit conversion statement presigned scope keychain ' +
    'cumulative imbalance cvd heat mirror large inferred link workspace frame pop-out rebuilding alert layout panel'
  for (const word of wanted.split(' '))
    expect(
      names.some((name) => name.includes(word)),
      word
    ).toBe(true)
  expect(new Set(names).size).toBe(names.length)
  for (const group of glossaryGroups) {
    const inGroup = glossary.filter((term) => term.group === group).map(({ name }) => name)
    expect(inGroup).toEqual([...inGroup].sort((one, other) => one.localeCompare(other)))
  }
})

it('finds terms by all words, names first', () => {
  expect(findTerms(glossary, 'tape')[0]?.name).toBe('Tape')
  expect(findTerms(glossary, 'best BID').map(({ name }) => name)).toContain('Spread')
  expect(findTerms(glossary, 'no such word')).toEqual([])
})
