import { linkGroups, type LinkMarkets } from '../../shared/domain/workspace'
import { noLinks, type ActionPorts, type Desk } from './desk'
import { majorsOf, stableOf } from './template-markets'
import { makeTemplate } from './templates'
import { usedGroups } from './used-groups'

/** The desk of a first start. */
export function firstDesk(ports: ActionPorts): Desk {
  const markets = ports.markets()
  let desk: Desk = { all: [], links: firstLinks(markets), histories: {}, removed: [] }
  for (const template of ['deep', 'four', 'stablecoins'] as const) {
    const { workspace, links } = makeTemplate(template, {
      newId: ports.newId,
      markets,
      links: desk.links,
      used: usedGroups(desk.all)
    })
    desk = { ...desk, all: [...desk.all, workspace], links }
  }
  return desk
}

/** A group that shows nothing is no use to whoever picks it. */
export function firstLinks(markets: readonly string[]): LinkMarkets {
  const majors = majorsOf(markets)
  const [stable] = stableOf(markets)
  const pairs = linkGroups.map((group, index) => [group, majors[index] ?? majors[0] ?? null] as const)
  return { ...noLinks, ...Object.fromEntries(pairs), e: stable ?? null }
}
