import type { Bridge } from '#shared/contract/index'
import type { TemplatesState } from '#shared/contract/workspace/templates'
import type { Acted } from '#shared/contract/workspace/workspaces'
import type { PanelKind, PanelSettings } from '#shared/domain/workspace/index'
import { valueOf } from '../client'

/** The templates that the user saved, as in main. */
export class TemplatesStore {
  state = $state.raw<TemplatesState>({ workspaces: [], panels: [] })

  constructor(private readonly bridge: Bridge) {}

  start(): () => void {
    return this.bridge.on('templates.changed', (state) => (this.state = state))
  }

  async load(): Promise<void> {
    this.state = await valueOf(this.bridge.call.templates.read())
  }

  async saveWorkspace(workspace: string, name: string): Promise<void> {
    this.state = await valueOf(this.bridge.call.templates.saveWorkspace({ workspace, name }))
  }

  async savePanel(kind: PanelKind, name: string, settings: PanelSettings): Promise<void> {
    this.state = await valueOf(this.bridge.call.templates.savePanel({ kind, name, settings }))
  }

  async remove(id: string): Promise<void> {
    this.state = await valueOf(this.bridge.call.templates.remove({ id }))
  }

  /** Makes a workspace of the template. */
  use(id: string): Promise<Acted> {
    return valueOf(this.bridge.call.templates.use({ id }))
  }
}
