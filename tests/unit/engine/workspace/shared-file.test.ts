import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNameOf, workspaceFrom } from '#engine/workspace/index'
import { fileTextOf as textWith } from '#engine/workspace/shared-file'
import { renewed } from '#engine/workspace/renew'
import type { Workspace } from '#shared/domain/workspace/index'
import { toProblem } from '#shared/domain/base/problem'
import { Hands } from './desk'

function sample(): Workspace {
  const hands = new Hands()
  hands.act({ do: 'panel.popOut', workspace: hands.first.id, panel: hands.panel('book'), withTabs: false })
  return hands.first
}

const fileTextOf = (workspace: Workspace) => textWith(workspace, workspace.links)

const sentenceOf = (text: string) => {
  try {
    workspaceFrom(text)
  } catch (thrown) {
    return toProblem(thrown).sentence
  }
  throw new Error('It was taken for a workspace.')
}

test('exports and imports a workspace unchanged except for its ID', () => {
  const workspace = sample()
  const text = fileTextOf(workspace)
  expect({ ...workspaceFrom(text), id: workspace.id }).toEqual(workspace)
  expect(workspaceFrom(`\u{feff}${text}`).name).toBe(workspace.name)
  expect(text).toContain('"format": "leadline-workspace"')
  expect(text).not.toContain(workspace.id)
})

test('writes the markets of link groups', () => {
  const hands = new Hands()
  hands.act({ do: 'link.show', workspace: hands.first.id, link: 'a', market: 'LTCUSD' })
  const read = workspaceFrom(textWith(hands.first, hands.first.links))
  const inGroup = Object.values(read.panels).filter(({ link }) => link === 'a')
  expect(inGroup.length).toBeGreaterThan(1)
  expect(new Set(inGroup.map(({ market }) => market))).toEqual(new Set(['LTCUSD']))
})

test('renews all IDs and nothing else', () => {
  const workspace = sample()
  let count = 0
  const fresh = renewed(workspace, () => `new-${++count}`)
  const text = JSON.stringify(fresh)
  for (const id of [workspace.id, ...Object.keys(workspace.panels)]) expect(text).not.toContain(`"${id}"`)
  count = 0
  const back = new Map([...Object.keys(fresh.panels), fresh.id, fresh.frames[1]!.id].map((id) => [id, id]))
  expect(back.size).toBe(Object.keys(workspace.panels).length + 2)
  expect(fresh.frames.map(({ root }) => root?.kind)).toEqual(workspace.frames.map(({ root }) => root?.kind))
})

test('distinguishes foreign, damaged and newer files', () => {
  const content = JSON.parse(fileTextOf(sample())) as Record<string, unknown>
  for (const text of ['', 'x', '[]', '{}', '{"version":1,"windows":[]}'])
    expect(sentenceOf(text)).toBe('This is not a Leadline workspace file.')
  expect(sentenceOf(JSON.stringify({ ...content, version: 2 }))).toContain('newer version of Leadline')
  const panels = { one: { kind: 'hologram' } }
  expect(sentenceOf(JSON.stringify({ ...content, workspace: { name: 'X', panels } }))).toContain('damaged')
})

test('reads any text as a workspace or an error', () => {
  const text = fileTextOf(sample())
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 10 }), (from, length, put) => {
      const damaged = text.slice(0, from) + put + text.slice(from + length)
      try {
        expect(workspaceFrom(damaged).frames.length).toBeGreaterThan(0)
      } catch (thrown) {
        expect(toProblem(thrown).code).toMatch(/^workspace\./)
      }
    })
  )
})

test('suggests a file name valid on every system', () => {
  const named = (name: string) => fileNameOf({ ...sample(), name })
  expect(named('Majors ×4')).toBe('Majors 4.leadline-workspace')
  expect(named('../a\\b:c*?"<>|')).toBe('abc.leadline-workspace')
  expect(named('...')).toBe('Workspace.leadline-workspace')
  expect(named('Ä 中 desk')).toBe('Ä 中 desk.leadline-workspace')
})
