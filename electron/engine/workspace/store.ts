import type { Acted, WorkspaceAction, WorkspacesState } from '#shared/contract/workspace/workspaces'
import type { Workspace } from '#shared/domain/workspace/index'
import { withOneMore } from './actions/workspace'
import { applyAction } from './apply'
import { linksOf, stateOf, workspaceOf, type ActionPorts, type Applied, type Desk } from './desk'
import { firstDesk } from './first'
import type { WorkspaceFile } from './workspace-file'
import { renewed } from './renew'
import { fileTextOf } from './shared-file'
import { withUnused } from './templates'

interface StorePorts extends ActionPorts {
  readonly changed: (state: WorkspacesState) => void
}

/** All workspaces and their file. */
export class WorkspaceStore {
  #desk: Desk

  constructor(
    private readonly file: WorkspaceFile,
    private readonly ports: StorePorts
  ) {
    this.#desk = file.atStart ?? firstDesk(ports)
  }

  get state(): WorkspacesState {
    return stateOf(this.#desk)
  }

  byId(id: string): Workspace | undefined {
    return this.#desk.all.find((workspace) => workspace.id === id)
  }

  get all(): readonly Workspace[] {
    return this.#desk.all
  }

  act(action: WorkspaceAction): Acted {
    return this.#take(applyAction(this.#desk, action, this.ports))
  }

  /** Adds an imported workspace. */
  take(workspace: Workspace): Acted {
    const links = withUnused(workspace.links, this.ports.markets())
    return this.#take(withOneMore(this.#desk, renewed({ ...workspace, links }, this.ports.newId)))
  }

  /** The name it gets when it is added; throws if there is no room. */
  nameFor(workspace: Workspace): string {
    return withOneMore(this.#desk, workspace).desk.all.at(-1)!.name
  }

  workspace(id: string): Workspace {
    return workspaceOf(this.#desk, id)
  }

  /** With the markets that its link groups show now. */
  withLinks(id: string): Workspace {
    const workspace = this.workspace(id)
    return { ...workspace, links: linksOf(this.#desk, workspace) }
  }

  textOf(id: string): string {
    const workspace = this.withLinks(id)
    return fileTextOf(workspace, workspace.links)
  }

  /** Resets to the first start. */
  async clear(): Promise<void> {
    this.#take({ desk: firstDesk(this.ports), made: null })
    await this.file.saved()
  }

  /** Saves the initial desk too, so that its panels keep their IDs. */
  keep(): void {
    this.file.save(this.#desk)
  }

  /** For exit. */
  saveNow(): void {
    this.file.saveNow()
  }

  /** Throws if saving failed. */
  async dispose(): Promise<void> {
    try {
      this.saveNow()
    } finally {
      await this.file.saved()
      await this.file.dispose()
    }
  }

  #take({ desk, made }: Applied): Acted {
    if (desk !== this.#desk) {
      const isKept = desk.all !== this.#desk.all || desk.links !== this.#desk.links
      this.#desk = desk
      if (isKept) this.file.save(desk)
      this.ports.changed(this.state)
    }
    return { state: this.state, made }
  }
}
