import type { Bridge } from '#shared/contract/index'
import type { WorkspaceAction, WorkspaceShown, WorkspacesState } from '#shared/contract/workspace/workspaces'
import { spotFor, type LinkMarkets, type Room } from '#shared/domain/workspace/index'
import { valueOf } from '../client'

const noLinks: LinkMarkets = { a: null, b: null, c: null, d: null, e: null, f: null }
const nothing: WorkspacesState = {
  all: [],
  removed: null
}

/** The workspaces and the cursor of main, which alone changes them. */
export class WorkspacesStore {
  state = $state.raw<WorkspacesState>(nothing)
  /** Of this window's layout, in pixels; zero until it is shown. */
  room = $state.raw<Room>({ width: 0, height: 0 })

  constructor(private readonly bridge: Bridge) {}

  start(): () => void {
    return this.bridge.on('workspaces.changed', (state) => (this.state = state))
  }

  async load(): Promise<void> {
    this.state = await valueOf(this.bridge.call.workspaces.read())
  }

  byId(id: string | null): WorkspaceShown | undefined {
    return this.state.all.find((workspace) => workspace.id === id)
  }

  links(id: string | null): LinkMarkets {
    return this.byId(id)?.links ?? noLinks
  }

  /** The ID of the created workspace, or null. */
  async act(action: WorkspaceAction): Promise<string | null> {
    const { state, made } = await valueOf(this.bridge.call.workspaces.act(this.#placed(action)))
    this.state = state
    return made
  }

  /** Main does not know how much room the window has. */
  #placed(action: WorkspaceAction): WorkspaceAction {
    const { room } = this
    if (action.do !== 'panel.add' || action.spot !== null || room.width === 0) return action
    const workspace = this.byId(action.workspace)
    const layout = workspace?.frames.find(({ id }) => id === action.frame)
    if (!workspace || !layout) return action
    return { ...action, spot: spotFor(action.kind, layout.root, workspace.panels, room) }
  }
}
