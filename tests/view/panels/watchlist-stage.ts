import { cleanup, render, screen, within } from '@testing-library/svelte'
import type { MarketInterest } from '#shared/contract/market/markets'
import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import type { Panel } from '#shared/domain/workspace/index'
import { panels } from '#renderer/desk/panel-kinds'
import { createDesk, startDesk, type Desk } from '#renderer/lib/desk'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import WatchlistPanel from '../../../renderer/panels/watchlist/WatchlistPanel.svelte'
import { FakeMain } from '../support/bridge'
import { givePort, type MainEnd } from '../support/port'
import PanelStage from './PanelStage.svelte'
import { place } from './place'

const links = { a: 'BTCUSD', b: null, c: null, d: null, e: null, f: null }

/** A watchlist in a workspace whose actions are answered. */
export class WatchlistStage {
  readonly main = new FakeMain()
  readonly desk: Desk = createDesk(this.main.bridge, window)
  readonly #stop = startDesk(this.desk, window)
  readonly port: MainEnd = givePort(window)

  async show(settings: Panel['settings'], ...markets: string[]): Promise<HTMLElement> {
    const { main, desk } = this
    const watched = markets.map((market) => ({ market, state: 'live', since: 1, reason: null }) as const)
    main.markets = { ...main.markets, watched }
    const panel: Panel = { id: 'p', kind: 'watchlist', link: 'a', market: null, settings }
    this.#answerActions(panel)
    await Promise.all([desk.connections.load(), desk.markets.load(), desk.workspaces.load()])
    main.live()
    const host = new PanelHost(
      desk,
      place,
      () => desk.workspaces.byId('w')?.panels['p'] ?? panel,
      panels.watchlist.icon
    )
    render(PanelStage, { desk, host, panel: WatchlistPanel })
    return screen.findByRole('region', { name: 'Watchlist' })
  }

  end(): void {
    cleanup()
    this.#stop()
    this.port.close()
  }

  grid(): HTMLElement {
    return screen.getByRole('grid', { name: 'Watched markets' })
  }

  rows(): HTMLElement[] {
    return [...this.grid().querySelectorAll<HTMLElement>('[data-market]')]
  }

  order(): (string | undefined)[] {
    return this.rows().map((row) => row.dataset['market'])
  }

  row(market: string): HTMLElement {
    return this.rows().find((each) => each.dataset['market'] === market)!
  }

  cell(market: string, title: string): HTMLElement {
    const heads = within(this.grid()).getAllByRole('columnheader')
    return this.row(market).children[
      heads.findIndex((head) => head.textContent.includes(title))
    ] as HTMLElement
  }

  /** The subscriptions of a market so far. */
  interests(market: string): MarketInterest[] {
    const all = this.main.payloads('markets.subscribe') as MarketInterest[]
    return all.filter((one) => one.market === market)
  }

  /** The last of them. */
  asked(market: string): MarketInterest {
    return this.interests(market).at(-1)!
  }

  #answerActions(panel: Panel): void {
    const { main } = this
    main.workspaces = {
      ...main.workspaces,
      all: [
        {
          id: 'w',
          name: 'Desk',
          locked: false,
          frames: [],
          panels: { p: panel },
          links,
          undo: null,
          redo: null
        }
      ]
    }
    main.answers['workspaces.act'] = (action: WorkspaceAction) => {
      const { workspaces } = main
      if (action.do === 'link.show') {
        const [workspace] = workspaces.all
        const shown = { ...workspace!.links, [action.link]: action.market }
        main.workspaces = { ...workspaces, all: [{ ...workspace!, links: shown }] }
      }
      if (action.do === 'panel.change') {
        const [workspace] = workspaces.all
        const before = workspace!.panels['p']!
        const after = { ...before, settings: { ...before.settings, ...action.settings } }
        main.workspaces = { ...workspaces, all: [{ ...workspace!, panels: { p: after } }] }
      }
      return { state: main.workspaces, made: null }
    }
  }
}
