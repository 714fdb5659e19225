import type List from '@lucide/svelte/icons/list'
import { SvelteMap } from 'svelte/reactivity'
import * as v from 'valibot'
import type { Cursor, WorkspaceAction } from '#shared/contract/workspace/workspaces'
import {
  marketOf,
  panelSpecs,
  type LinkGroup,
  type Panel,
  type PanelKind,
  type PanelSettings
} from '#shared/domain/workspace/index'
import type { Desk } from '../../lib/desk'

export type PanelIcon = typeof List

export interface PanelSlotPorts {
  readonly workspace: string
  readonly frame: string
  /** The only thing that its window shows. */
  readonly alone: boolean
  readonly maximised: () => boolean
  readonly toggleMaximised: () => void
}

export type PanelAction =
  | 'freeze'
  | 'recentre'
  | 'coarser'
  | 'finer'
  | 'live'
  | 'settings'
  | 'addAlert'
  | 'table'

/** One panel as its component sees it: what it shows, how it is set, and what can be done with it. */
export class PanelHost {
  /** The figures are shown as a table instead of drawn. */
  asTable = $state(false)
  before = $state<string | null>(null)

  /** Settings that main has not answered yet. */
  #asked = $state.raw<PanelSettings>({})
  private readonly actions = new SvelteMap<PanelAction, () => unknown>()

  constructor(
    readonly desk: Desk,
    readonly slot: PanelSlotPorts,
    /** The last that was known: a panel that has just been removed is still drawn once. */
    private readonly current: () => Panel,
    readonly icon: PanelIcon
  ) {}

  get panel(): Panel {
    return this.current()
  }

  get id(): string {
    return this.panel.id
  }

  get kind(): PanelKind {
    return this.panel.kind
  }

  get link(): LinkGroup | null {
    return this.panel.link
  }

  readonly market: string | null = $derived.by(() =>
    marketOf(this.current(), this.desk.workspaces.links(this.slot.workspace))
  )

  get showsMarket(): boolean {
    return this.link !== null || panelSpecs[this.kind].hasMarket
  }

  /** The name of its region. */
  get name(): string {
    const title = panelSpecs[this.kind].title
    return panelSpecs[this.kind].hasMarket && this.market !== null ? `${title} ${this.market}` : title
  }

  get locked(): boolean {
    return this.desk.workspaces.byId(this.slot.workspace)?.locked ?? false
  }

  /** Settings of the kind; whatever is missing or odd has its default there. */
  settings<Schema extends v.GenericSchema<unknown, object>>(schema: Schema): v.InferOutput<Schema> {
    return v.parse(schema, { ...this.panel.settings, ...this.#asked })
  }

  /** In force here at once, so that a second press of a key does not start from what was before the first. */
  async set(settings: PanelSettings): Promise<boolean> {
    this.#asked = { ...this.#asked, ...settings }
    const done = await this.#act({
      do: 'panel.change',
      workspace: this.slot.workspace,
      panel: this.id,
      settings
    })
    const waiting = Object.entries(this.#asked).filter(([name, value]) => settings[name] !== value)
    this.#asked = Object.fromEntries(waiting)
    return done
  }

  /** In the whole group, or in this panel alone where it holds a market of its own. */
  show(market: string): Promise<boolean> {
    const { link } = this
    if (market !== this.market) this.before = this.market
    if (link !== null) return this.#act({ do: 'link.show', workspace: this.slot.workspace, link, market })
    return this.#act({ do: 'panel.change', workspace: this.slot.workspace, panel: this.id, market })
  }

  /** Null: it stays with what it shows now. */
  setLink(link: LinkGroup | null): Promise<boolean> {
    const { workspace } = this.slot
    const { market, id: panel } = this
    return this.#act({ do: 'panel.change', workspace, panel, link, ...(link === null && { market }) })
  }

  popOut(withTabs = false): Promise<boolean> {
    const { workspace } = this.slot
    return this.#act({ do: 'panel.popOut', workspace, panel: this.id, withTabs })
  }

  /** Back into the desk, from a window of its own. */
  giveBack(): Promise<boolean> {
    const { workspace, frame } = this.slot
    return this.#act({ do: 'window.return', workspace, frame })
  }

  remove(): Promise<boolean> {
    return this.#act({ do: 'panel.remove', workspace: this.slot.workspace, panel: this.id })
  }

  /** The actions of this panel; returns their removal. */
  bind(actions: Partial<Record<PanelAction, () => unknown>>): () => void {
    const bound = Object.entries(actions) as [PanelAction, () => unknown][]
    for (const [action, run] of bound) this.actions.set(action, run)
    return () => {
      for (const [action, run] of bound) if (this.actions.get(action) === run) this.actions.delete(action)
    }
  }

  can(action: PanelAction): boolean {
    return this.actions.has(action)
  }

  perform(action: PanelAction): unknown {
    return this.actions.get(action)?.()
  }

  /** Shares the cursor with all panels of its group or market; null: no cursor. */
  point(at: Pick<Cursor, 'at' | 'price'> | null): void {
    const { link, market } = this
    this.desk.cursor.point(at && { scope: this.#scope, link, market, at: at.at, price: at.price })
  }

  /** The shared cursor: its time within the group, its price within the market. */
  get cursor(): { readonly at: number | null; readonly price: string | null } | null {
    const cursor = this.desk.cursor.now
    if (!cursor) return null
    const sameMarket = cursor.market !== null && cursor.market === this.market
    const linked = cursor.link !== null && cursor.link === this.link && cursor.scope === this.#scope
    if (!sameMarket && !linked) return null
    return { at: cursor.at, price: sameMarket ? cursor.price : null }
  }

  onCursor(listener: () => void): () => void {
    return this.desk.cursor.onChange(listener)
  }

  /** The workspace of the link groups; null if they are shared. */
  get #scope(): string | null {
    const { workspace } = this.slot
    return this.desk.workspaces.byId(workspace)?.shared === true ? null : workspace
  }

  #act(action: WorkspaceAction): Promise<boolean> {
    return this.desk.attempt(() => this.desk.workspaces.act(action))
  }
}
