import { deskText } from '../messages/desk'
import { tick } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import type { WorkspaceAction, WorkspaceShown } from '#shared/contract/workspace/workspaces'
import type { WindowContent } from '#shared/contract/workspace/windows'
import {
  activate,
  fitted,
  linkGroups,
  mainFrame,
  panelSpecs,
  panelsOf,
  resize,
  tabsWith,
  type Frame,
  type Layout,
  type LinkGroup,
  type PanelKind,
  type Path,
  type Room,
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

/** The workspaces in this window and the focus in them; it outlives a switch to another view. */
export class MarketsDesk {
  /** The panel that keys and the palette act upon. */
  active = $state<string | null>(null)
  /** The maximized panel, from the key press until main confirms it. */
  #filling = $state.raw<{ readonly panel: string | null } | null>(null)
  /** A line that is being dragged: only this window shows it, until it is let go. */
  resizing = $state.raw<Resizing | null>(null)
  /** Where a panel that is being chosen will go; null: where there is most room; undefined: none is. */
  choosing = $state.raw<Spot | null | undefined>(undefined)
  choosingTemplate = $state(false)
  /** Of the frame, in pixels; nothing until it is laid out. */
  size = $state.raw<Room>({ width: 0, height: 0 })
  /** The tab of the workspace whose name is being typed. */
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

  readonly frame: Frame | null = $derived.by(() => {
    const id = this.content.kind === 'frame' ? this.content.frame : mainFrame
    return this.workspace?.frames.find((frame) => frame.id === id) ?? null
  })

  /** As it is shown here: a small window gives more to what needs it. */
  readonly layout: Layout | null = $derived.by(() => {
    const root = this.frame?.root ?? null
    if (!root) return null
    const tried = this.resizing ? resize(root, this.resizing.path, this.resizing.shares) : root
    return fitted(tried, this.workspace?.panels ?? {}, this.size)
  })

  /** All that can be shown, in the order in which it is read; the tops of the tabs alone are to be seen. */
  readonly panels: readonly string[] = $derived.by(() => panelsOf(this.layout))

  /** The maximized panel, kept with its frame across workspaces and restarts. */
  readonly maximised: string | null = $derived.by(() => {
    const filled = this.#filling ? this.#filling.panel : (this.frame?.filled ?? null)
    return filled !== null && this.panels.includes(filled) ? filled : null
  })

  readonly visible: readonly string[] = $derived.by(() => {
    const { layout, maximised } = this
    if (maximised !== null) return [maximised]
    return this.panels.filter((panel) => tabsWith(layout, panel)?.active === panel)
  })

  /** Of the panel that has, or last had, the focus; else of the first one. */
  get host(): PanelHost | null {
    const { active, visible } = this
    const id = active !== null && visible.includes(active) ? active : visible[0]
    return (id === undefined ? null : this.#hosts.get(id)) ?? null
  }

  /** May be called in an effect; the returned function takes it back. */
  keepHost(panel: string, host: PanelHost): () => void {
    this.#hosts.set(panel, host)
    // One by one: what is torn down sees a state as it was before the change, and must not write all of it back.
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
    const { workspace, frame } = this
    if (!workspace || !frame) return
    const filling = { panel }
    this.#filling = filling
    await this.act({ do: 'frame.fill', workspace: workspace.id, frame: frame.id, panel })
    if (this.#filling === filling) this.#filling = null
  }

  /** Dragging a line becomes one step for undo. */
  async commitResize(): Promise<void> {
    const { resizing, workspace, frame } = this
    if (!resizing || !workspace || !frame) return
    const { path, shares } = resizing
    await this.act({
      do: 'split.resize',
      workspace: workspace.id,
      frame: frame.id,
      path: [...path],
      shares: [...shares]
    })
    // A newer drag of a line continues.
    if (this.resizing === resizing) this.resizing = null
  }

  /** Null where main refused; the person has read why by then. */
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

  /** It is of the group that most panels here are of, so that it shows what they show. */
  async addPanel(kind: PanelKind, spot: Spot | null): Promise<void> {
    const { workspace, frame } = this
    if (!workspace || !frame) return
    const link = panelSpecs[kind].joinsGroup ? usualLink(workspace) : null
    const market = panelSpecs[kind].hasMarket ? (this.host?.market ?? null) : null
    const added = await this.act({
      do: 'panel.add',
      workspace: workspace.id,
      frame: frame.id,
      kind,
      link,
      market,
      settings: {},
      spot
    })
    if (added?.made) this.focus(added.made)
  }

  async removePanel(panel: string): Promise<void> {
    const { workspace } = this
    if (workspace) await this.act({ do: 'panel.remove', workspace: workspace.id, panel })
  }

  /** In this panel alone, whatever its group shows. */
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

  async load(): Promise<void> {
    await this.desk.attempt(async () => {
      const loaded = await valueOf(this.desk.bridge.call.workspaces.load())
      if (!loaded) return
      this.desk.workspaces.state = loaded.state
      if (loaded.made !== null) this.show(loaded.made)
    })
  }

  /** All panels of this window go back into the desk, and the window closes. */
  async giveBack(): Promise<void> {
    const { workspace, frame } = this
    if (workspace && frame) await this.act({ do: 'frame.return', workspace: workspace.id, frame: frame.id })
  }

  /** After what has just changed is drawn. */
  focus(panel: string): void {
    this.active = panel
    void tick().then(() => document.getElementById(cellId(panel))?.focus())
  }

  /** Brings a panel to the front of its tabs. */
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
  const most = counted.reduce((best, each) => (each.count > best.count ? each : best))
  return most.count > 0 ? most.group : null
}
