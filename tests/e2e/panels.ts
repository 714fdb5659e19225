import type { Locator, Page } from '@playwright/test'

/** Settings of a panel, through the same call as the panel itself makes. */
export async function setPanel(
  page: Page,
  panel: Locator,
  settings: Record<string, string | number | boolean | string[]>
): Promise<void> {
  const id = (await panel.getAttribute('data-panel'))!
  await page.evaluate(
    async ([wanted, changed]) => {
      const { workspaces } = window.leadline!.call
      const all = await workspaces.read()
      if (!all.ok) throw new Error(all.error.sentence)
      const workspace = all.value.all.find(({ panels }) => wanted in panels)!.id
      const done = await workspaces.act({ do: 'panel.change', workspace, panel: wanted, settings: changed })
      if (!done.ok) throw new Error(done.error.sentence)
    },
    [id, settings] as const
  )
}
