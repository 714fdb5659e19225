import { templateTitles, type Template } from '#shared/contract/workspace/workspaces'
import {
  linkGroups,
  mainLayout,
  splitOf,
  type Direction,
  type Layout,
  type LinkGroup,
  type LinkMarkets,
  type Panel,
  type PanelKind,
  type PanelSettings,
  type Workspace
} from '#shared/domain/workspace/index'
import { noLinks } from './desk'
import { firstSettings, majorsOf, stableOf } from './template-markets'
import { workspaceText } from '#shared/messages/workspace'

interface TemplateParts {
  readonly newId: () => string
  /** Empty while unknown. */
  readonly markets: readonly string[]
}

export function makeTemplate(template: Template, parts: TemplateParts): Workspace {
  const bench = new Bench(parts)
  const root = layouts[template](bench, parts)
  return {
    id: parts.newId(),
    name: template === 'deep' ? deskName(bench.links) : names[template],
    locked: false,
    frames: [{ id: mainLayout, root }],
    panels: bench.panels,
    links: withUnused(bench.links, parts.markets)
  }
}

/** An empty link group is useless. */
export function withUnused(links: LinkMarkets, markets: readonly string[]): LinkMarkets {
  const majors = majorsOf(markets)
  const filled = linkGroups.map((group, index) => {
    const usual = group === 'e' ? stableOf(markets)[0] : majors[index]
    return [group, links[group] ?? usual ?? majors[0] ?? null] as const
  })
  return { ...noLinks, ...Object.fromEntries(filled) }
}

const names: Readonly<Record<Template, string>> = {
  ...templateTitles,
  four: workspaceText.names.majors,
  empty: workspaceText.names.usual
}
const deskName = ({ a }: LinkMarkets) =>
  workspaceText.names.desk((a ?? 'BTC').replace(/(?<=.)(USD|EUR|GBP)$/u, ''))

const layouts: Readonly<Record<Template, (bench: Bench, parts: TemplateParts) => Layout | null>> = {
  deep: (bench, { markets }) => {
    const link = bench.group('a', majorsOf(markets)[0])
    return beside(
      [0.18, above([0.6, bench.panel('watchlist', link)], [0.4, bench.panel('alerts', null)])],
      [0.45, above([0.6, bench.chart(link)], [0.4, bench.set('depth', link)])],
      [
        0.37,
        above(
          [0.6, beside([0.56, bench.set('book', link)], [0.44, bench.panel('trades', link)])],
          [0.4, bench.panel('connection', link)]
        )
      ]
    )
  },
  four: (bench, { markets }) => {
    const quarters = majorsOf(markets)
      .slice(0, 4)
      .map((market, index) => {
        const link = bench.group(linkGroups[index]!, market)
        return beside([0.64, bench.chart(link)], [0.36, bench.set('book', link)])
      })
    return grid(quarters)
  },
  stablecoins: (bench, { markets }) => {
    const stable = stableOf(markets).slice(0, 4)
    const free: LinkGroup[] = ['e', 'd', 'f', 'c', 'b']
    const each = stable.map((market) => {
      const holder = bench.holding(market, free)
      return { holder, market }
    })
    const alone = each[0]
    if (each.length === 1 && alone) return bench.oneDeep(alone.holder, alone.market)
    return grid(
      each.map(({ holder, market }) =>
        beside(
          [0.64, above([0.6, bench.chart(holder, market)], [0.4, bench.set('depth', holder, market)])],
          [0.36, bench.set('book', holder, market)]
        )
      )
    )
  },
  wide: (bench, { markets }) => {
    const group = bench.group('f', majorsOf(markets)[0])
    return beside(
      [0.44, above([0.7, bench.panel('watchlist', group)], [0.3, bench.panel('alerts', null)])],
      [
        0.56,
        above(
          [0.5, bench.chart(group)],
          [
            0.5,
            beside(
              [0.6, bench.tabs([bench.id('book', group), bench.id('depth', group)])],
              [0.4, bench.panel('trades', group)]
            )
          ]
        )
      ]
    )
  },
  empty: () => null
}

type Part = readonly [share: number, layout: Layout]
const split = (direction: Direction, parts: readonly Part[]): Layout =>
  splitOf(
    direction,
    parts.map(([share, part]) => ({ share, part }))
  )!
const beside = (...parts: readonly Part[]) => split('row', parts)
const above = (...parts: readonly Part[]) => split('column', parts)

/** Two rows of two. */
function grid(parts: readonly Layout[]): Layout | null {
  const rows: Layout[] = []
  for (let index = 0; index < parts.length; index += 2)
    rows.push(beside(...parts.slice(index, index + 2).map((part): Part => [1, part])))
  return rows.length === 0 ? null : above(...rows.map((row): Part => [1, row]))
}

class Bench {
  readonly panels: Record<string, Panel> = {}
  links: LinkMarkets = noLinks

  constructor(private readonly parts: TemplateParts) {}

  /** Sets the group's market if it has none. */
  group(link: LinkGroup, market: string | undefined): LinkGroup {
    this.links = { ...this.links, [link]: this.links[link] ?? market ?? null }
    return link
  }

  /** A free group; null if all are used. */
  holding(market: string, free: LinkGroup[]): LinkGroup | null {
    const link = free.shift()
    if (link === undefined) return null
    this.links = { ...this.links, [link]: market }
    return link
  }

  id(kind: PanelKind, link: LinkGroup | null, market?: string, settings: PanelSettings = {}): string {
    const id = this.parts.newId()
    const own = market ?? (link && this.links[link])
    this.panels[id] = { id, kind, link, market: own ?? null, settings }
    return id
  }

  tabs(panels: readonly string[]): Layout {
    return { kind: 'tabs', panels, active: panels[0]! }
  }

  panel(kind: PanelKind, link: LinkGroup | null, market?: string): Layout {
    return this.tabs([this.id(kind, link, market)])
  }

  /** Short candles appear within seconds, because the service has no history. */
  chart(link: LinkGroup | null, market?: string): Layout {
    return this.tabs([this.id('chart', link, market, { interval: '1s' })])
  }

  set(kind: 'book' | 'depth', link: LinkGroup | null, market?: string): Layout {
    const shown = market ?? (link && this.links[link])
    return this.tabs([this.id(kind, link, market, firstSettings(kind, shown))])
  }

  /** For a template with only one market. */
  oneDeep(link: LinkGroup | null, market: string): Layout {
    return beside(
      [0.56, above([0.55, this.chart(link, market)], [0.45, this.set('depth', link, market)])],
      [0.24, this.set('book', link, market)],
      [0.2, this.panel('trades', link, market)]
    )
  }
}
