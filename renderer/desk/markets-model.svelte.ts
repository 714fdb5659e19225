import { deskText } from '../messages/desk'
import { tick } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import type { Acted, WorkspaceAction, WorkspaceShown } from '#shared/contract/workspace/workspaces'
import type { WindowContent } from '#shared/contract/workspace/windows'
import {
  activate,
  fitted,
  linkGroups,
  mainLayout,
  panelSpecs,
  panelsOf,
  resize,
  tabsWith,
  type WindowLayout,
  type Layout,
  type LinkGroup,
  type PanelKind,
  type PanelSettings,
  type Path,
  type Spot
} from '#shared/domain/workspace/index'
import { valueOf } from '../lib/client'
import type { Desk } from '../lib/desk'
import type { PanelHost } from '../panels/shell/panel-host.svelte'
import { cellId, nameOf } from './names'
import { openDragWire } from './drag-wire'
import { PanelDrag } from './panel-drag.svelte'
import { placeOf } from './screen'

interface Resizing {
  readonly path: Path
  readonly shares: readonly number[]
}

/** The workspaces and focus of this window; outlives view changes. */
export class MarketsModel {
  /** The target of keys and the palette. */
  active = $state<string | null>(null)
  /** The maximized panel, until main confirms it. */
  #filling = $state.raw<{ readonly panel: string | null } | null>(null)
  /** The separator being dragged, only in this window. */
  resizing = $state.raw<Resizing | null>(null)
  /** Where the new panel goes; null for the default spot; undefined while the dialog is closed. */
  choosing = $state.raw<Spot | null | undefined>(undefined)
  choosingTemplate = $state(false)
  /** The tab being renamed. */
  renaming = $state<string | null>(null)
  readonly #hosts = new SvelteMap<string, PanelHost>()

  readonly drag: PanelDrag
  readonly #wire = openDragWire(crypto.randomUUID())

  constructor(readonly desk: Desk) {
    this.drag = new PanelDrag(this, this.#wire, () => placeOf(window, desk.settings.now.zoom / 100))
  }

  dispose(): void {
    this.drag.giveUp()
    this.#wire.close()
  }

  get content(): WindowContent {
    return this.desk.window.content
  }

  readonly workspace: WorkspaceShown | null = $derived.by(() => {
    const { workspaces } = this.desk
    const chosen = workspaces.byId(this.content.workspace)
    if (chosen || this.content.kind !== 'desk') return chosen ?? null
    return workspaces.state.all[0] ?? null
  })

  readonly windowLayout: WindowLayout | null = $derived.by(() => {
    const id = this.content.kind === 'frame' ? this.content.frame : mainLayout
    return this.workspace?.frames.find((frame) => frame.id === id) ?? null
  })

  /** Fitted to the window. */
  readonly layout: Layout | null = $derived.by(() => {
    const root = this.windowLayout?.root ?? null
    if (!root) return null
    const tried = this.resizing ? resize(root, this.resizing.path, this.resizing.shares) : root
    return fitted(tried, this.workspace?.panels ?? {}, this.desk.workspaces.room)
  })

  /** In reading order; only active tabs are visible. */
  readonly panels: readonly string[] = $derived.by(() => panelsOf(this.layout))

  /** The maximized panel, kept with its layout. */
  readonly maximised: string | null = $derived.by(() => {
    const filled = this.#filling ? this.#filling.panel : (this.windowLayout?.filled ?? null)
    return filled !== null && this.panels.includes(filled) ? filled : null
  })

  readonly visible: readonly string[] = $derived.by(() => {
    const { layout, maximised } = this
    if (maximised !== null) return [maximised]
    return this.panels.filter((panel) => tabsWith(layout, panel)?.active === panel)
  })

  /** Of the active panel, else of the first one. */
  get host(): PanelHost | null {
    const { active, visible } = this
    const id = active !== null && visible.includes(active) ? active : visible[0]
    return (id === undefined ? null : this.#hosts.get(id)) ?? null
  }

  /** Safe in effects; returns the function that removes it. */
  keepHost(panel: string, host: PanelHost): () => void {
    this.#hosts.set(panel, host)
    // One at a time: components being destroyed see the old state and must not restore it.
    return () => {
      if (this.#hosts.get(panel) === host) this.#hosts.delete(panel)
    }
  }

  show(workspace: string): void {
    if (this.content.kind !== 'desk' || workspace === this.workspace?.id) return
    void this.desk.attempt(() => this.desk.window.showWorkspace(workspace))
    this.active = this.renaming = null
    this.resizing = this.#filling = null
  }

  toggleMaximised(panel: string): void {
    this.active = panel
    void this.#fill(this.maximised === panel ? null : panel)
  }

  restore(): void {
    void this.#fill(null)
  }

  async #fill(panel: string | null): Promise<void> {
    const { workspace, windowLayout } = this
    if (!workspace || !windowLayout) return
    const filling = { panel }
    this.#filling = filling
    await this.act({ do: 'window.fill', workspace: workspace.id, frame: windowLayout.id, panel })
    if (this.#filling === filling) this.#filling = null
  }

  /** Dragging becomes one undo step. */
  async commitResize(): Promise<void> {
    const { resizing, workspace, windowLayout } = this
    if (!resizing || !workspace || !windowLayout) return
    const { path, shares } = resizing
    await this.act({
      do: 'split.resize',
      workspace: workspace.id,
      frame: windowLayout.id,
      path: [...path],
      shares: [...shares]
    })
    // A newer drag may have started.
    if (this.resizing === resizing) this.resizing = null
  }

  /** Null if main refused, which was already reported. */
  async act(action: WorkspaceAction): Promise<{ readonly made: string | null } | null> {
    let made: string | null = null
    const done = await this.desk.attempt(async () => {
      made = await this.desk.workspaces.act(action)
    })
    return done ? { made } : null
  }

  choosePanel(spot: Spot | null = null): void {
    this.choosing = spot
  }

  /** Joins the most common link group. */
  async addPanel(kind: PanelKind, spot: Spot | null, settings: PanelSettings = {}): Promise<void> {
    const { workspace, windowLayout } = this
    if (!workspace || !windowLayout) return
    const link = panelSpecs[kind].joinsGroup ? usualLink(workspace) : null
    const market = panelSpecs[kind].hasMarket ? (this.host?.market ?? null) : null
    const added = await this.act({
      do: 'panel.add',
      workspace: workspace.id,
      frame: windowLayout.id,
      kind,
      link,
      market,
      settings,
      spot
    })
    if (added?.made) this.focus(added.made)
  }

  async removePanel(panel: string): Promise<void> {
    const { workspace } = this
    if (workspace) await this.act({ do: 'panel.remove', workspace: workspace.id, panel })
  }

  /** Only in this panel, leaving its group. */
  async hold(panel: string, market: string): Promise<void> {
    const { workspace } = this
    if (!workspace) return
    const held = await this.act({ do: 'panel.change', workspace: workspace.id, panel, link: null, market })
    if (held) this.desk.announcer.say(deskText.onlyHere(nameOf(this, panel)))
  }

  async made(action: WorkspaceAction): Promise<void> {
    const done = await this.act(action)
    if (done?.made) this.show(done.made)
  }

  duplicate = (workspace: string) => this.made({ do: 'workspace.duplicate', workspace })

  async lock(workspace: string, locked: boolean): Promise<void> {
    if (!(await this.act({ do: 'workspace.lock', workspace, locked }))) return
    this.desk.announcer.say(locked ? deskText.layoutLocked : deskText.layoutUnlocked)
  }

  load = (): Promise<void> => this.#added(() => valueOf(this.desk.bridge.call.workspaces.load()))

  useTemplate = (id: string): Promise<void> => this.#added(() => this.desk.templates.use(id))

  /** Shows the workspace that main added; null if the user cancelled. */
  async #added(work: () => Promise<Acted | null>): Promise<void> {
    await this.desk.attempt(async () => {
      const added = await work()
      if (!added) return
      this.desk.workspaces.state = added.state
      if (added.made !== null) this.show(added.made)
    })
  }

  /** Returns all panels to the desk and closes the window. */
  async returnToDesk(): Promise<void> {
    const { workspace, windowLayout } = this
    if (workspace && windowLayout)
      await this.act({ do: 'window.return', workspace: workspace.id, frame: windowLayout.id })
  }

  /** After the change is drawn. */
  focus(panel: string): void {
    this.active = panel
    void tick().then(() => document.getElementById(cellId(panel))?.focus())
  }

  async activate(panel: string): Promise<void> {
    const { workspace, layout } = this
    this.active = panel
    if (!workspace || !layout || activate(layout, panel) === layout) return
    if (tabsWith(layout, panel)?.active === panel) return
    await this.act({ do: 'panel.activate', workspace: workspace.id, panel })
  }
}

function usualLink({ panels }: WorkspaceShown): LinkGroup | null {
  const counted = linkGroups.map((group) => ({
    group,
    count: Object.values(panels).filter(({ link }) => link === group).length
  }))
  const max = counted.reduce((best, each) => (each.count > best.count ? each : best))
  return max.count > 0 ? max.group : null
}
