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
  /** The only panel of its window. */
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
  | 'evidence'

/** A panel's state and actions, as its component sees them. */
export class PanelHost {
  /** Shows a table instead of a drawing. */
  asTable = $state(false)
  before = $state<string | null>(null)

  /** Settings not yet confirmed by main. */
  #asked = $state.raw<PanelSettings>({})
  private readonly actions = new SvelteMap<PanelAction, () => unknown>()

  constructor(
    readonly desk: Desk,
    readonly slot: PanelSlotPorts,
    /** The last known state: a removed panel is drawn once more. */
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

  /** The label of its region. */
  get name(): string {
    const title = panelSpecs[this.kind].title
    return panelSpecs[this.kind].hasMarket && this.market !== null ? `${title} ${this.market}` : title
  }

  get locked(): boolean {
    return this.desk.workspaces.byId(this.slot.workspace)?.locked ?? false
  }

  /** Missing or invalid settings get defaults. */
  settings<Schema extends v.GenericSchema<unknown, object>>(schema: Schema): v.InferOutput<Schema> {
    return v.parse(schema, { ...this.panel.settings, ...this.#asked })
  }

  /** Applied at once, so that a second key press continues from the first. */
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

  /** In the whole group, or only in this panel without one. */
  show(market: string): Promise<boolean> {
    const { link } = this
    if (market !== this.market) this.before = this.market
    if (link !== null) return this.#act({ do: 'link.show', workspace: this.slot.workspace, link, market })
    return this.#act({ do: 'panel.change', workspace: this.slot.workspace, panel: this.id, market })
  }

  /** Null keeps the current market. */
  setLink(link: LinkGroup | null): Promise<boolean> {
    const { workspace } = this.slot
    const { market, id: panel } = this
    return this.#act({ do: 'panel.change', workspace, panel, link, ...(link === null && { market }) })
  }

  popOut(): Promise<boolean> {
    const { workspace } = this.slot
    return this.#act({ do: 'panel.popOut', workspace, panel: this.id, withTabs: false })
  }

  /** Returns the panel to the desk. */
  returnToDesk(): Promise<boolean> {
    const { workspace, frame } = this.slot
    return this.#act({ do: 'window.return', workspace, frame })
  }

  remove(): Promise<boolean> {
    return this.#act({ do: 'panel.remove', workspace: this.slot.workspace, panel: this.id })
  }

  /** Returns the function that removes them. */
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

  /** Shares the crosshair with panels of its group or market; null hides it. */
  point(at: Pick<Cursor, 'at' | 'price'> | null): void {
    const { link, market } = this
    this.desk.cursor.point(at && { scope: this.scope, link, market, at: at.at, price: at.price })
  }

  /** The shared crosshair: its time within the group, its price within the market. */
  get cursor(): { readonly at: number | null; readonly price: string | null } | null {
    const cursor = this.desk.cursor.now
    if (!cursor) return null
    const sameMarket = cursor.market !== null && cursor.market === this.market
    const linked = cursor.link !== null && cursor.link === this.link && cursor.scope === this.scope
    if (!sameMarket && !linked) return null
    return { at: cursor.at, price: sameMarket ? cursor.price : null }
  }

  onCursor(listener: () => void): () => void {
    return this.desk.cursor.onChange(listener)
  }

  /** The workspace of the link groups; null if shared. */
  get scope(): string | null {
    const { workspace } = this.slot
    return this.desk.workspaces.byId(workspace)?.shared === true ? null : workspace
  }

  #act(action: WorkspaceAction): Promise<boolean> {
    return this.desk.attempt(() => this.desk.workspaces.act(action))
  }
}
