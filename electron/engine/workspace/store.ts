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
  /** Workspaces, or whether they are kept, are others now. */
  readonly changed: (state: WorkspacesState) => void
}

/** All workspaces: what they are, what changes them, and their file. */
export class WorkspaceStore {
  #desk: Desk

  constructor(
    private readonly file: WorkspaceFile,
    private readonly ports: StorePorts
  ) {
    this.#desk = file.atStart ?? firstDesk(ports)
    file.onSaveStateChange(() => ports.changed(this.state))
  }

  get state(): WorkspacesState {
    return stateOf(this.#desk, this.file.notSaved)
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

  /** A workspace that came out of a file, as one more. */
  take(workspace: Workspace): Acted {
    const links = withUnused(workspace.links, this.ports.markets())
    return this.#take(withOneMore(this.#desk, renewed({ ...workspace, links }, this.ports.newId)))
  }

  workspace(id: string): Workspace {
    return workspaceOf(this.#desk, id)
  }

  /** For a file to keep or to hand on. */
  textOf(id: string): string {
    const workspace = this.workspace(id)
    return fileTextOf(workspace, linksOf(this.#desk, workspace))
  }

  /** As on a first start. */
  async clear(): Promise<void> {
    this.#take({ desk: firstDesk(this.ports), made: null })
    await this.file.saved()
  }

  /** Also a first desk that nobody has changed: its panels are the same after a restart. */
  keep(): void {
    this.file.save(this.#desk)
  }

  /** For the moment in which the app ends. */
  saveNow(): void {
    this.file.saveNow()
  }

  /** Fails where that could not be saved; a write under way has ended then too. */
  async end(): Promise<void> {
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
