import type { PaletteEntry } from './entry'
import { mainLayout, panelSpecs, panelKinds, type PanelKind } from '#shared/domain/workspace/index'
import type { WorkspaceShown } from '#shared/contract/workspace/workspaces'
import { viewTitles } from '#shared/contract/workspace/views'
import type { Desk } from '../../lib/desk'
import { savedReportRoute } from '../../lib/saved-report-route'
import { keyCaps } from '../../lib/keys'
import { isSymbol, marketsLike, mayBeMarket, symbolOf } from '../../lib/markets/symbol'
import { recordEntries } from './records'
import { commandSections } from '#shared/contract/app/commands'
import { paletteText } from '../../messages/app'

export type PaletteMode = 'all' | 'markets'

export function paletteEntries(desk: Desk, mode: PaletteMode, typed: string): readonly PaletteEntry[] {
  const markets = marketEntries(desk, mode, typed)
  if (mode === 'markets') return markets
  const records = recordEntries(desk, typed)
  return [
    ...records,
    ...commandEntries(desk),
    ...workspaceEntries(desk),
    ...reportEntries(desk),
    ...panelEntries(desk),
    ...markets
  ]
}

const commandEntries = ({ commands }: Desk): readonly PaletteEntry[] =>
  commands.entries
    // Workspaces are listed by name.
    .filter(({ id }) => !/^workspace\.\d$/.test(id))
    .map(({ id, title, section, caps, disabled }) => ({
      id,
      title,
      section: commandSections[section],
      caps,
      disabled,
      run: () => commands.run(id)
    }))

function workspaceEntries(desk: Desk): readonly PaletteEntry[] {
  const { kind, workspace: shown } = desk.window.content
  if (kind !== 'desk') return []
  return desk.workspaces.state.all.map(({ id, name }, index) => ({
    id: `workspace:${id}`,
    title: paletteText.goTo(name),
    section: paletteText.section.workspace,
    caps: index < 9 ? keyCaps(`CmdOrCtrl+${index + 1}`, desk.bridge.platform) : [],
    disabled: shown === id && desk.router.view === 'markets' ? paletteText.unavailable.shown : null,
    run: () => {
      desk.commands.remember(`workspace:${id}`)
      desk.router.go('markets')
      return desk.window.showWorkspace(id)
    }
  }))
}

const reportEntries = ({ savedReports, commands, router }: Desk): readonly PaletteEntry[] =>
  savedReports.all.map(({ id, name }) => ({
    id: `report:${id}`,
    title: paletteText.openReport(name),
    section: viewTitles.analysis,
    caps: [],
    disabled: null,
    run: () => {
      commands.remember(`report:${id}`)
      router.go('analysis', savedReportRoute(id))
    }
  }))

function workspaceOf({ window: { content }, workspaces }: Desk): WorkspaceShown | undefined {
  return workspaces.byId(content.workspace) ?? (content.kind === 'desk' ? workspaces.state.all[0] : undefined)
}

function addPanel(desk: Desk, kind: PanelKind, market: string | null): Promise<unknown> {
  const { content } = desk.window
  const workspace = workspaceOf(desk)
  if (!workspace) return Promise.resolve()
  const linked = Object.values(workspace.panels).find(({ link }) => link !== null)?.link ?? 'a'
  return desk.workspaces.act({
    do: 'panel.add',
    workspace: workspace.id,
    frame: content.kind === 'frame' ? content.frame : mainLayout,
    kind,
    link: panelSpecs[kind].joinsGroup ? linked : null,
    market: panelSpecs[kind].hasMarket ? market : null,
    settings: {},
    spot: null
  })
}

function panelEntries(desk: Desk): readonly PaletteEntry[] {
  const workspace = workspaceOf(desk)
  if (!workspace) return []
  const add = (kind: PanelKind) => {
    desk.commands.remember(`panel:${kind}`)
    if (desk.window.content.kind === 'desk') desk.router.go('markets')
    return addPanel(desk, kind, desk.activePanel.host?.market ?? null)
  }
  return panelKinds.map((kind) => ({
    id: `panel:${kind}`,
    title: paletteText.addPanel(panelSpecs[kind].title),
    section: paletteText.section.panel,
    caps: [],
    disabled: workspace.locked ? paletteText.unavailable.locked : null,
    run: () => add(kind)
  }))
}

function marketEntries(desk: Desk, mode: PaletteMode, typed: string): readonly PaletteEntry[] {
  const { known } = desk.shownMarkets
  const listed = desk.markets.state.watched.map(({ market }) => market)
  const show = (market: string): PaletteEntry => ({
    id: `market:${market}`,
    title: market,
    section: paletteText.section.market,
    caps: [],
    disabled: null,
    run: () => {
      desk.commands.remember(`market:${market}`)
      return showMarket(desk, market)
    }
  })
  const wanted = symbolOf(typed, known)
  const offer = (verb: string, title: string, run: () => Promise<unknown>): PaletteEntry => ({
    id: `${verb}:${wanted}`,
    title,
    section: paletteText.section.markets,
    caps: [],
    disabled: null,
    offered: true,
    run
  })
  const fits = mode === 'markets' ? isSymbol(wanted) : mayBeMarket(wanted, known)
  const offers = [
    ...(known.includes(wanted)
      ? []
      : [offer('show', paletteText.showMarket(wanted), () => showMarket(desk, wanted))]),
    ...(listed.includes(wanted) || desk.replay.active
      ? []
      : [offer('add', paletteText.watchMarket(wanted), () => desk.markets.watch(wanted))])
  ]
  // A typed symbol only matches similar symbols.
  const alike = mode === 'markets' && typed.trim() !== '' ? marketsLike(typed, known) : known
  return [...alike.map(show), ...(fits ? offers : [])]
}

/** In the active panel and its group, else in the first panel with a market. */
function showMarket(desk: Desk, market: string): Promise<unknown> {
  const { host } = desk.activePanel
  if (desk.window.content.kind === 'desk') desk.router.go('markets')
  if (host?.showsMarket) return host.show(market)
  const workspace = workspaceOf(desk)
  const panels = Object.values(workspace?.panels ?? {})
  const panel =
    panels.find(({ link }) => link !== null) ?? panels.find(({ kind }) => panelSpecs[kind].hasMarket)
  if (!workspace) return desk.markets.watch(market)
  if (!panel) return addPanel(desk, 'chart', market)
  if (panel.link !== null) {
    return desk.workspaces.act({ do: 'link.show', workspace: workspace.id, link: panel.link, market })
  }
  return desk.workspaces.act({ do: 'panel.change', workspace: workspace.id, panel: panel.id, market })
}
