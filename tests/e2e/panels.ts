import type { Locator, Page } from '@playwright/test'
import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import { panelSpecs, type PanelKind, type PanelSettings } from '#shared/domain/workspace/index'
import { call } from './connections-desk'
import { expect } from './expect'

export const readWorkspaces = (page: Page) => call(page, (bridge) => bridge.call.workspaces.read())

/** Returns the ID of the result. */
export async function act(page: Page, action: WorkspaceAction): Promise<string | null> {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const done = await bridge.evaluate(({ call: calls }, wanted) => calls.workspaces.act(wanted), action)
  if (!done.ok) throw new Error(done.error.sentence)
  return done.value.made
}

/** In the first workspace and its link group. */
export async function addPanel(page: Page, kind: PanelKind): Promise<Locator> {
  const workspace = (await readWorkspaces(page)).all[0]!.id
  const link = panelSpecs[kind].joinsGroup ? 'a' : null
  const panel = { kind, link, market: null, settings: {}, spot: null } as const
  const id = await act(page, { do: 'panel.add', workspace, frame: 'main', ...panel })
  return page.locator(`[data-panel="${id}"]`)
}

export async function setPanel(page: Page, panel: Locator, settings: PanelSettings): Promise<void> {
  const id = (await panel.getAttribute('data-panel'))!
  const { all } = await readWorkspaces(page)
  const workspace = all.find(({ panels }) => id in panels)!.id
  await act(page, { do: 'panel.change', workspace, panel: id, settings })
}

/** In the first link group. */
export async function showMarket(page: Page, market: string): Promise<void> {
  const workspace = (await readWorkspaces(page)).all[0]!.id
  await act(page, { do: 'link.show', workspace, link: 'a', market })
  await expect(page.getByRole('region', { name: `Order book ${market}`, exact: true })).toBeVisible()
}
