import { expect } from 'vitest'
import * as v from 'valibot'
import { applyAction } from '#engine/workspace/apply'
import type { ActionPorts, Desk } from '#engine/workspace/desk'
import { firstDesk } from '#engine/workspace/first'
import { workspaceSchema } from '#engine/workspace/schema'
import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import {
  mainLayout,
  maxWindowLayouts,
  maxPanels,
  maxWorkspaces,
  panelsOf,
  type PanelKind,
  type Workspace
} from '#shared/domain/workspace/index'
import { toProblem } from '#shared/domain/base/problem'

export const sandboxMarkets = ['BTCUSD', 'ETHUSD', 'SOLUSD', 'PAXGUSD', 'LTCUSD', 'USDPUSD']

/** Applies actions like main. */
export class Hands {
  desk: Desk
  now = 0
  #count = 0

  constructor(readonly markets: readonly string[] = sandboxMarkets) {
    this.desk = firstDesk(this.ports)
  }

  readonly ports: ActionPorts = {
    newId: () => `id-${++this.#count}`,
    now: () => this.now,
    markets: () => this.markets
  }

  act(action: WorkspaceAction): string | null {
    const { desk, made } = applyAction(this.desk, action, this.ports)
    this.desk = desk
    this.now += 5000
    return made
  }

  /** Nothing changes if refused. */
  refusal(action: WorkspaceAction): string {
    const before = this.desk
    try {
      applyAction(this.desk, action, this.ports)
    } catch (thrown) {
      expect(this.desk).toBe(before)
      return toProblem(thrown).sentence
    }
    throw new Error('It was not refused.')
  }

  get first(): Workspace {
    return this.desk.all[0]!
  }

  workspace(id: string): Workspace {
    return this.desk.all.find((workspace) => workspace.id === id)!
  }

  panel(kind: PanelKind, workspace = this.first): string {
    return Object.values(workspace.panels).find((panel) => panel.kind === kind)!.id
  }

  add(kind: PanelKind, more: Partial<Extract<WorkspaceAction, { do: 'panel.add' }>> = {}): string {
    return this.act({
      do: 'panel.add',
      workspace: this.first.id,
      frame: mainLayout,
      kind,
      link: null,
      market: null,
      settings: {},
      spot: null,
      ...more
    })!
  }
}

/** Invariants of every desk. */
export function expectWhole({ all }: Desk): void {
  expect(all.length).toBeGreaterThan(0)
  expect(all.length).toBeLessThanOrEqual(maxWorkspaces)
  const ids = all.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const names = all.map(({ name }) => name.toLowerCase())
  expect(new Set(names).size).toBe(names.length)
  for (const workspace of all) {
    expect(v.is(workspaceSchema, workspace)).toBe(true)
    expect(workspace.frames[0]!.id).toBe(mainLayout)
    expect(workspace.frames.length).toBeLessThanOrEqual(maxWindowLayouts)
    expect(Object.keys(workspace.panels).length).toBeLessThanOrEqual(maxPanels)
    for (const { root, filled } of workspace.frames)
      if (filled !== undefined) expect(panelsOf(root)).toContain(filled)
    const placed = workspace.frames.flatMap(({ root }) => panelsOf(root))
    expect([...placed].sort()).toEqual(Object.keys(workspace.panels).sort())
  }
}
