import { linkGroups, type LinkGroup, type LinkMarkets, type Workspace } from '../../shared/domain/workspace'
import { usedGroups } from './used-groups'

/**
 * What came out of a file shows what it showed where it was made: a group that shows another market here is left alone,
 * and a free one takes its place. Where none is free, the group stays, and shows what it shows here.
 */
export function withJoinedGroups(
  workspace: Workspace,
  links: LinkMarkets,
  used: ReadonlySet<LinkGroup>
): { workspace: Workspace; links: LinkMarkets } {
  const panels = Object.values(workspace.panels)
  const wanted = usedGroups([workspace])
  const taken = new Set<LinkGroup>([...used, ...wanted])
  const now = { ...links }
  const renamed = new Map<LinkGroup, LinkGroup>()
  for (const group of wanted) {
    const market = panels.find((panel) => panel.link === group && panel.market !== null)?.market ?? null
    const isFree = !used.has(group)
    const fits = market === null || links[group] === market || links[group] === null
    const other = isFree || fits ? undefined : linkGroups.find((each) => !taken.has(each))
    const joined = other ?? group
    taken.add(joined)
    renamed.set(group, joined)
    if (market !== null && (!used.has(joined) || now[joined] === null)) now[joined] = market
  }
  const named = panels.map((panel) => [
    panel.id,
    { ...panel, link: panel.link && (renamed.get(panel.link) ?? null) }
  ])
  return { workspace: { ...workspace, panels: Object.fromEntries(named) }, links: now }
}
