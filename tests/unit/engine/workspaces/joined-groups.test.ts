import { expect, test } from 'vitest'
import { noLinks } from '../../../../electron/engine/workspaces/desk'
import { withJoinedGroups } from '../../../../electron/engine/workspaces/joined-groups'
import {
  linkGroups,
  mainFrame,
  marketOf,
  type LinkGroup,
  type Workspace
} from '../../../../electron/shared/domain/workspace'

/** One chart for each of the groups, and what each of them shows. */
const fileWith = (markets: Partial<Record<LinkGroup, string | null>>): Workspace => ({
  id: 'file',
  name: 'From a file',
  locked: false,
  frames: [{ id: mainFrame, root: null }],
  panels: Object.fromEntries(
    Object.entries(markets).map(([group, market]) => [
      group,
      { id: group, kind: 'chart' as const, link: group as LinkGroup, market, settings: {} }
    ])
  )
})

const shownIn = ({ workspace, links }: ReturnType<typeof withJoinedGroups>) =>
  Object.fromEntries(Object.values(workspace.panels).map((panel) => [panel.id, marketOf(panel, links)]))
const groupsOf = ({ workspace }: ReturnType<typeof withJoinedGroups>) =>
  Object.fromEntries(Object.values(workspace.panels).map(({ id, link }) => [id, link]))

test('a group that nobody uses, or that shows the same, is joined', () => {
  const links = { ...noLinks, a: 'BTCUSD', b: 'LTCUSD' }
  const joined = withJoinedGroups(
    fileWith({ a: 'BTCUSD', b: 'SOLUSD', c: 'ETHUSD' }),
    links,
    new Set<LinkGroup>(['a'])
  )
  expect(groupsOf(joined)).toEqual({ a: 'a', b: 'b', c: 'c' })
  expect(shownIn(joined)).toEqual({ a: 'BTCUSD', b: 'SOLUSD', c: 'ETHUSD' })
})

test('a group that shows another market here is left alone while one is free', () => {
  const links = { ...noLinks, a: 'BTCUSD', b: 'LTCUSD' }
  const joined = withJoinedGroups(
    fileWith({ a: 'ETHUSD', b: 'PAXGUSD', c: 'SOLUSD' }),
    links,
    new Set<LinkGroup>(['a', 'b'])
  )
  expect(joined.links).toMatchObject({ a: 'BTCUSD', b: 'LTCUSD' })
  expect(groupsOf(joined)).toEqual({ a: 'd', b: 'e', c: 'c' })
  expect(shownIn(joined)).toEqual({ a: 'ETHUSD', b: 'PAXGUSD', c: 'SOLUSD' })
})

test('where none is free, the groups of the desk stay as they are', () => {
  const links = Object.fromEntries(linkGroups.map((group) => [group, 'BTCUSD'])) as typeof noLinks
  const joined = withJoinedGroups(fileWith({ a: 'ETHUSD', f: null }), links, new Set(linkGroups))
  expect(joined.links).toEqual(links)
  expect(groupsOf(joined)).toEqual({ a: 'a', f: 'f' })
})
