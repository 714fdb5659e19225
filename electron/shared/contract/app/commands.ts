import { commandsText } from '../../messages/app'

export const commandSections = commandsText.sections
export type CommandSection = keyof typeof commandSections

interface Row {
  readonly section: CommandSection
  readonly key?: string
  /** A key without modifiers. It is ignored while the user types, so it cannot be a menu accelerator. */
  readonly bareKey?: string
  /** The windows in which it can be run, if not in all. There, its key comes before that of others. */
  readonly when?: 'live' | 'replay'
}

export interface Command extends Row {
  readonly title: string
}

export type CommandId = keyof typeof commandsText.titles

/**
 * Every command of the app: the palette, menus and shortcut sheet are built from it. Keys use Electron's accelerator
 * syntax.
 */
const rows: Readonly<Record<CommandId, Row>> = {
  'palette.open': { section: 'go', key: 'CmdOrCtrl+K' },
  'go.markets': { section: 'go', key: 'CmdOrCtrl+Shift+M' },
  'go.addresses': { section: 'go', key: 'CmdOrCtrl+Shift+B' },
  'go.conversions': { section: 'go', key: 'CmdOrCtrl+Shift+X' },
  'go.statements': { section: 'go', key: 'CmdOrCtrl+Shift+S' },
  'statements.fetch': { section: 'records' },
  'statements.verify': { section: 'records' },
  'statements.export': { section: 'records' },
  'statements.folder': { section: 'records' },
  'addresses.loadEverything': { section: 'records' },
  'addresses.refresh': { section: 'records' },
  'addresses.stop': { section: 'records' },
  'addresses.copy': { section: 'records', bareKey: 'C' },
  'addresses.saved': { section: 'records' },
  'addresses.exportCsv': { section: 'records' },
  'addresses.exportJson': { section: 'records' },
  'conversions.lookUp': { section: 'records' },
  'conversions.clipboard': { section: 'records' },
  'conversions.exportCsv': { section: 'records' },
  'go.recordings': { section: 'go', key: 'CmdOrCtrl+Shift+E' },
  'go.connections': { section: 'go', key: 'CmdOrCtrl+Shift+C' },
  'go.diagnostics': { section: 'go', key: 'CmdOrCtrl+Shift+D' },
  'diagnostics.frames': { section: 'go' },
  'go.settings': { section: 'go', key: 'CmdOrCtrl+,' },
  'view.search': { section: 'go', bareKey: '/' },
  'markets.jump': { section: 'markets', key: 'CmdOrCtrl+J' },
  'alerts.add': { section: 'markets', key: 'CmdOrCtrl+Shift+L' },
  'alerts.show': { section: 'markets' },
  'replay.open': { section: 'replay', key: 'CmdOrCtrl+Shift+R', when: 'live' },
  'recordings.verify': { section: 'replay' },
  'recordings.export': { section: 'replay' },
  'recordings.import': { section: 'replay' },
  'recordings.remove': { section: 'replay' },
  'recordings.move': { section: 'replay' },
  'recordings.folder': { section: 'replay' },
  'evidence.keep': { section: 'replay', key: 'CmdOrCtrl+Shift+K' },
  'evidence.verify': { section: 'replay' },
  'replay.openWindow': { section: 'replay' },
  'replay.close': { section: 'replay', bareKey: 'L', when: 'replay' },
  'replay.toggle': { section: 'replay', bareKey: 'Space', when: 'replay' },
  'replay.stepBack': { section: 'replay', bareKey: ',', when: 'replay' },
  'replay.stepForward': { section: 'replay', bareKey: '.', when: 'replay' },
  'replay.slower': { section: 'replay', bareKey: '[', when: 'replay' },
  'replay.faster': { section: 'replay', bareKey: ']', when: 'replay' },
  'replay.goTo': { section: 'replay', key: 'CmdOrCtrl+G', when: 'replay' },
  'replay.setIn': { section: 'replay', bareKey: 'I', when: 'replay' },
  'replay.setOut': { section: 'replay', bareKey: 'O', when: 'replay' },
  'replay.clearRange': { section: 'replay', when: 'replay' },
  'replay.pin': { section: 'replay', when: 'replay' },
  'replay.loop': { section: 'replay', bareKey: 'Shift+L', when: 'replay' },
  'replay.nextAlert': { section: 'replay', bareKey: 'A', when: 'replay' },
  'replay.previousAlert': { section: 'replay', bareKey: 'Shift+A', when: 'replay' },
  'replay.nextTrade': { section: 'replay', bareKey: 'B', when: 'replay' },
  'replay.previousTrade': { section: 'replay', bareKey: 'Shift+B', when: 'replay' },
  'replay.nextGap': { section: 'replay', bareKey: 'U', when: 'replay' },
  'replay.previousGap': { section: 'replay', bareKey: 'Shift+U', when: 'replay' },
  'workspace.1': { section: 'workspace', key: 'CmdOrCtrl+1' },
  'workspace.2': { section: 'workspace', key: 'CmdOrCtrl+2' },
  'workspace.3': { section: 'workspace', key: 'CmdOrCtrl+3' },
  'workspace.4': { section: 'workspace', key: 'CmdOrCtrl+4' },
  'workspace.5': { section: 'workspace', key: 'CmdOrCtrl+5' },
  'workspace.6': { section: 'workspace', key: 'CmdOrCtrl+6' },
  'workspace.7': { section: 'workspace', key: 'CmdOrCtrl+7' },
  'workspace.8': { section: 'workspace', key: 'CmdOrCtrl+8' },
  'workspace.9': { section: 'workspace', key: 'CmdOrCtrl+9' },
  'workspace.new': { section: 'workspace', key: 'CmdOrCtrl+T' },
  'workspace.rename': { section: 'workspace' },
  'workspace.duplicate': { section: 'workspace' },
  'workspace.remove': { section: 'workspace' },
  'workspace.bringBack': { section: 'workspace' },
  'workspace.lock': { section: 'workspace' },
  'workspace.undo': { section: 'workspace', bareKey: 'CmdOrCtrl+Z' },
  'workspace.redo': { section: 'workspace', bareKey: 'CmdOrCtrl+Shift+Z' },
  'workspace.popOut': { section: 'workspace' },
  'workspace.save': { section: 'workspace' },
  'workspace.load': { section: 'workspace' },
  'panel.add': { section: 'panel', key: 'CmdOrCtrl+Shift+N' },
  'panel.maximise': { section: 'panel', bareKey: 'F' },
  'panel.popOut': { section: 'panel', key: 'CmdOrCtrl+Shift+O' },
  'panel.close': { section: 'panel', key: 'CmdOrCtrl+Shift+W' },
  'panel.market': { section: 'panel', bareKey: 'M' },
  'panel.link': { section: 'panel', bareKey: 'L' },
  'panel.menu': { section: 'panel', key: 'Shift+F10' },
  'panel.next': { section: 'panel', key: 'F6' },
  'panel.previous': { section: 'panel', key: 'Shift+F6' },
  'panel.focusLeft': { section: 'panel', bareKey: 'CmdOrCtrl+Left' },
  'panel.focusRight': { section: 'panel', bareKey: 'CmdOrCtrl+Right' },
  'panel.focusUp': { section: 'panel', bareKey: 'CmdOrCtrl+Up' },
  'panel.focusDown': { section: 'panel', bareKey: 'CmdOrCtrl+Down' },
  'panel.moveLeft': { section: 'panel', bareKey: 'CmdOrCtrl+Shift+Left' },
  'panel.moveRight': { section: 'panel', bareKey: 'CmdOrCtrl+Shift+Right' },
  'panel.moveUp': { section: 'panel', bareKey: 'CmdOrCtrl+Shift+Up' },
  'panel.moveDown': { section: 'panel', bareKey: 'CmdOrCtrl+Shift+Down' },
  'panel.wider': { section: 'panel', key: 'Alt+Shift+Right' },
  'panel.narrower': { section: 'panel', key: 'Alt+Shift+Left' },
  'panel.taller': { section: 'panel', key: 'Alt+Shift+Down' },
  'panel.shorter': { section: 'panel', key: 'Alt+Shift+Up' },
  'panel.freeze': { section: 'panel', bareKey: 'Space' },
  'panel.recentre': { section: 'panel', bareKey: 'R' },
  'panel.coarser': { section: 'panel', bareKey: 'Plus' },
  'panel.finer': { section: 'panel', bareKey: '-' },
  'panel.live': { section: 'panel', bareKey: 'G' },
  'panel.table': { section: 'panel', bareKey: 'T' },
  'panel.settings': { section: 'panel', bareKey: 'S' },
  'panel.addAlert': { section: 'panel', bareKey: 'A' },
  'window.onTop': { section: 'window' },
  'window.fullScreen': { section: 'window', key: 'F11' },
  'connections.add': { section: 'connection', key: 'CmdOrCtrl+Shift+A' },
  'connections.connectSandbox': { section: 'connection' },
  'connections.disconnect': { section: 'connection' },
  'stream.retry': { section: 'connection' },
  'faults.open': { section: 'connection' },
  'faults.stopAll': { section: 'connection' },
  'theme.dark': { section: 'view' },
  'theme.light': { section: 'view' },
  'theme.system': { section: 'view' },
  'palette.standard': { section: 'view' },
  'palette.colourBlind': { section: 'view' },
  'clock.toggle': { section: 'view' },
  'motion.toggle': { section: 'view' },
  'sounds.toggle': { section: 'view' },
  'zoom.in': { section: 'view', key: 'CmdOrCtrl+=' },
  'zoom.out': { section: 'view', key: 'CmdOrCtrl+-' },
  'zoom.reset': { section: 'view', key: 'CmdOrCtrl+0' },
  'window.new': { section: 'window', key: 'CmdOrCtrl+N' },
  'window.close': { section: 'window', key: 'CmdOrCtrl+W' },
  'help.open': { section: 'help', key: 'F1' },
  'help.shortcuts': { section: 'help', key: 'CmdOrCtrl+/' },
  'help.guide': { section: 'help' },
  'help.privacy': { section: 'help' },
  'help.licences': { section: 'help' },
  'diagnostics.support': { section: 'help' },
  'help.whatsNew': { section: 'help' },
  'help.about': { section: 'help' },
  'data.backUp': { section: 'app' },
  'settings.reset': { section: 'app' },
  'app.quit': { section: 'app', key: 'CmdOrCtrl+Q' }
}

export const commandIds = Object.keys(rows) as CommandId[]

export const commands = Object.fromEntries(
  commandIds.map((id) => [id, { ...rows[id], title: commandsText.titles[id] }])
) as Readonly<Record<CommandId, Command>>
