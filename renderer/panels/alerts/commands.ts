import { alertsText } from '../../messages/panels/alerts'
import type { FiredAlert } from '#shared/contract/market/alerts'
import { marketOf } from '#shared/domain/workspace/index'
import type { Desk } from '../../lib/desk'
import { fullSentence, valuesShown } from '../../lib/alert-words'

/** Binds the alert commands and announces fired alerts. */
export function bindAlerts(desk: Desk): () => void {
  const { alerts, commands } = desk
  const stops = [
    commands.bind({
      'alerts.add': {
        run: () => (alerts.editing = { alert: null, market: desk.activePanel.host?.market ?? null }),
        disabled: () => (alerts.state.profileId === null ? alertsText.notConnected : null)
      },
      'alerts.show': { run: () => desk.attempt(() => showPanel(desk)) },
      'alerts.targets': { run: () => desk.attempt(() => alerts.openTargets()) }
    }),
    alerts.onFired((fired) => say(desk, fired)),
    alerts.onShow((market) => void desk.attempt(() => showMarket(desk, market)))
  ]
  return () => stops.forEach((stop) => stop())
}

const maxInToast = 3

/** Only in the focused window. */
function say(desk: Desk, fired: FiredAlert): void {
  if (!document.hasFocus()) return
  const format = desk.settings.now
  const note = fired.note === '' ? '' : ` (${fired.note})`
  desk.toasts.alert(
    `${fullSentence(fired.condition, format)}${note}`,
    valuesShown(fired, format, maxInToast),
    { label: alertsText.show, run: () => desk.commands.run('alerts.show') },
    format.numbers
  )
}

/** Adds the panel if the workspace has none. */
async function showPanel(desk: Desk): Promise<void> {
  const { workspaces, router, window } = desk
  if (window.content.kind === 'desk' && router.view !== 'markets') router.go('markets')
  const workspace = workspaces.byId(window.workspace) ?? workspaces.state.all[0]
  if (!workspace) return
  const there = Object.values(workspace.panels).find(({ kind }) => kind === 'alerts')
  const made =
    there?.id ??
    (await workspaces.act({
      do: 'panel.add',
      workspace: workspace.id,
      frame: workspace.frames[0]?.id ?? 'main',
      kind: 'alerts',
      link: null,
      market: null,
      settings: {},
      spot: null
    }))
  if (made === null) return
  await workspaces.act({ do: 'panel.activate', workspace: workspace.id, panel: made })
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-panel="${made}"] [role="tab"][aria-selected="true"]`)?.focus()
  )
}

/** Focuses a panel that shows the market, else shows it in the first group. */
async function showMarket(desk: Desk, market: string | null): Promise<void> {
  const { workspaces, router, window } = desk
  if (window.content.kind === 'desk' && router.view !== 'markets') router.go('markets')
  const workspace = workspaces.byId(window.workspace) ?? workspaces.state.all[0]
  if (market === null || !workspace) return
  const panels = Object.values(workspace.panels)
  const { links } = workspace
  if (panels.some((panel) => panel.kind !== 'watchlist' && marketOf(panel, links) === market)) return
  const link = panels.find((panel) => panel.link !== null)?.link
  if (link) await workspaces.act({ do: 'link.show', workspace: workspace.id, link, market })
}
