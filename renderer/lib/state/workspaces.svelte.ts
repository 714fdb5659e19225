import type { Bridge } from '#shared/contract/index'
import type { WorkspaceAction, WorkspaceShown, WorkspacesState } from '#shared/contract/workspace/workspaces'
import type { LinkMarkets } from '#shared/domain/workspace/index'
import { valueOf } from '../client'

const noLinks: LinkMarkets = { a: null, b: null, c: null, d: null, e: null, f: null }
const nothing: WorkspacesState = {
  all: [],
  removed: null,
  notSaved: null
}

/** The workspaces and the cursor of main, which alone changes them. */
export class WorkspacesStore {
  state = $state.raw<WorkspacesState>(nothing)

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
    const { state, made } = await valueOf(this.bridge.call.workspaces.act(action))
    this.state = state
    return made
  }
}
