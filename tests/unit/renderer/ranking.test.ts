import { expect, it } from 'vitest'
import { commandIds, commands, type Command } from '../../../electron/shared/contract/commands'
import { rank } from '../../../renderer/features/palette/ranking'
import { findTerms, glossary, glossaryGroups } from '../../../renderer/features/help/glossary'

const entries = commandIds.map((id) => {
  const command: Command = commands[id]
  return { ...command, id, caps: [], disabled: null }
})
const ids = (typed: string, recent: Parameters<typeof rank>[1] = []) =>
  rank(entries, recent, typed).map(({ entry }) => entry.id)

it('lists every command but the palette itself, the recent ones first', () => {
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

it('lets what was used lately win among equals', () => {
  expect(ids('theme', ['theme.system'])).toContain('theme.system')
  expect(ids('zzz')).toEqual([])
})

it('explains every word that the screens use, in order and without doubles', () => {
  const names = glossary.map(({ name }) => name.toLowerCase())
  const wanted =
    'book spread tick depth tape candle vwap slip basis stale deposit conversion statement presigned scope keychain'
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

it('finds a term by all typed words, those in its name first', () => {
  expect(findTerms(glossary, 'tape')[0]?.name).toBe('Tape')
  expect(findTerms(glossary, 'best BID').map(({ name }) => name)).toContain('Spread')
  expect(findTerms(glossary, 'no such word')).toEqual([])
})
