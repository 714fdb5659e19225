/**
 * Every command of the app, in one table: the palette, the menus and the sheet of shortcuts are drawn from it. A key
 * is written as Electron writes accelerators; `CmdOrCtrl` is Cmd on a Mac and Ctrl elsewhere.
 */
export interface Command {
  readonly title: string
  readonly section:
    | 'Go'
    | 'Records'
    | 'Markets'
    | 'Workspace'
    | 'Panel'
    | 'View'
    | 'Connection'
    | 'Window'
    | 'Help'
    | 'App'
  readonly key?: string
  /**
   * A bare key: it works in a window unless a person types or presses a control with it, and so can never be the key of
   * a menu item. With Ctrl it is one that means something else in a text.
   */
  readonly bareKey?: string
}

export const commands = {
  'palette.open': { title: 'Command palette', section: 'Go', key: 'CmdOrCtrl+K' },
  'go.markets': { title: 'Markets', section: 'Go', key: 'CmdOrCtrl+Shift+M' },
  'go.addresses': { title: 'Deposit addresses', section: 'Go', key: 'CmdOrCtrl+Shift+B' },
  'go.conversions': { title: 'Conversions', section: 'Go', key: 'CmdOrCtrl+Shift+X' },
  'go.statements': { title: 'Statements', section: 'Go', key: 'CmdOrCtrl+Shift+S' },
  'statements.fetch': { title: 'Fetch statements by id', section: 'Records' },
  'statements.verify': { title: 'Verify the statement archive', section: 'Records' },
  'statements.export': { title: 'Export statements of a period', section: 'Records' },
  'statements.folder': { title: 'Open the folder of the statement archive', section: 'Records' },
  'addresses.loadEverything': { title: 'Load all deposit addresses', section: 'Records' },
  'addresses.refresh': { title: 'Load the newest deposit addresses', section: 'Records' },
  'addresses.stop': { title: 'Stop loading deposit addresses', section: 'Records' },
  'addresses.copy': { title: 'Copy the chosen deposit address', section: 'Records', bareKey: 'C' },
  'addresses.saved': { title: 'Saved filters of deposit addresses', section: 'Records' },
  'addresses.exportCsv': { title: 'Export the shown deposit addresses as CSV', section: 'Records' },
  'addresses.exportJson': { title: 'Export the shown deposit addresses as JSON', section: 'Records' },
  'conversions.lookUp': { title: 'Look up conversions by id', section: 'Records' },
  'conversions.clipboard': { title: 'Look up the conversions in the clipboard', section: 'Records' },
  'conversions.exportCsv': { title: 'Export the shown conversions as CSV', section: 'Records' },
  'go.connections': { title: 'Connections', section: 'Go', key: 'CmdOrCtrl+Shift+C' },
  'go.diagnostics': { title: 'Diagnostics', section: 'Go', key: 'CmdOrCtrl+Shift+D' },
  'diagnostics.frames': { title: 'Raw frames', section: 'Go' },
  'go.settings': { title: 'Settings', section: 'Go', key: 'CmdOrCtrl+,' },
  'view.search': { title: 'Search in this view', section: 'Go', bareKey: '/' },
  'markets.jump': { title: 'Show a market', section: 'Markets', key: 'CmdOrCtrl+J' },
  'alerts.add': { title: 'Add an alert', section: 'Markets', key: 'CmdOrCtrl+Shift+L' },
  'alerts.show': { title: 'Show the alerts', section: 'Markets' },
  'workspace.1': { title: 'Workspace 1', section: 'Workspace', key: 'CmdOrCtrl+1' },
  'workspace.2': { title: 'Workspace 2', section: 'Workspace', key: 'CmdOrCtrl+2' },
  'workspace.3': { title: 'Workspace 3', section: 'Workspace', key: 'CmdOrCtrl+3' },
  'workspace.4': { title: 'Workspace 4', section: 'Workspace', key: 'CmdOrCtrl+4' },
  'workspace.5': { title: 'Workspace 5', section: 'Workspace', key: 'CmdOrCtrl+5' },
  'workspace.6': { title: 'Workspace 6', section: 'Workspace', key: 'CmdOrCtrl+6' },
  'workspace.7': { title: 'Workspace 7', section: 'Workspace', key: 'CmdOrCtrl+7' },
  'workspace.8': { title: 'Workspace 8', section: 'Workspace', key: 'CmdOrCtrl+8' },
  'workspace.9': { title: 'Workspace 9', section: 'Workspace', key: 'CmdOrCtrl+9' },
  'workspace.new': { title: 'New workspace', section: 'Workspace', key: 'CmdOrCtrl+T' },
  'workspace.rename': { title: 'Rename this workspace', section: 'Workspace' },
  'workspace.duplicate': { title: 'Duplicate this workspace', section: 'Workspace' },
  'workspace.remove': { title: 'Close this workspace', section: 'Workspace' },
  'workspace.bringBack': { title: 'Bring back the closed workspace', section: 'Workspace' },
  'workspace.lock': { title: 'Lock or unlock the layout', section: 'Workspace' },
  'workspace.undo': {
    title: 'Undo the last change of the layout',
    section: 'Workspace',
    bareKey: 'CmdOrCtrl+Z'
  },
  'workspace.redo': {
    title: 'Redo the change of the layout',
    section: 'Workspace',
    bareKey: 'CmdOrCtrl+Shift+Z'
  },
  'workspace.popOut': { title: 'Open workspace in new window', section: 'Workspace' },
  'workspace.save': { title: 'Save this workspace as a file', section: 'Workspace' },
  'workspace.load': { title: 'Add a workspace from a file', section: 'Workspace' },
  'panel.add': { title: 'Add a panel', section: 'Panel', key: 'CmdOrCtrl+Shift+N' },
  'panel.maximise': { title: 'Maximize panel', section: 'Panel', bareKey: 'F' },
  'panel.popOut': {
    title: 'Pop out panel, or return it',
    section: 'Panel',
    key: 'CmdOrCtrl+Shift+O'
  },
  'panel.close': { title: 'Close this panel', section: 'Panel', key: 'CmdOrCtrl+Shift+W' },
  'panel.market': { title: 'Show another market in this panel', section: 'Panel', bareKey: 'M' },
  'panel.link': { title: 'Choose the group of this panel', section: 'Panel', bareKey: 'L' },
  'panel.menu': { title: 'Menu of this panel', section: 'Panel', key: 'Shift+F10' },
  'panel.next': { title: 'Next panel', section: 'Panel', key: 'F6' },
  'panel.previous': { title: 'Previous panel', section: 'Panel', key: 'Shift+F6' },
  'panel.focusLeft': { title: 'Go to the panel on the left', section: 'Panel', bareKey: 'CmdOrCtrl+Left' },
  'panel.focusRight': { title: 'Go to the panel on the right', section: 'Panel', bareKey: 'CmdOrCtrl+Right' },
  'panel.focusUp': { title: 'Go to the panel above', section: 'Panel', bareKey: 'CmdOrCtrl+Up' },
  'panel.focusDown': { title: 'Go to the panel below', section: 'Panel', bareKey: 'CmdOrCtrl+Down' },
  'panel.moveLeft': {
    title: 'Move the panel to the left',
    section: 'Panel',
    bareKey: 'CmdOrCtrl+Shift+Left'
  },
  'panel.moveRight': {
    title: 'Move the panel to the right',
    section: 'Panel',
    bareKey: 'CmdOrCtrl+Shift+Right'
  },
  'panel.moveUp': { title: 'Move the panel up', section: 'Panel', bareKey: 'CmdOrCtrl+Shift+Up' },
  'panel.moveDown': { title: 'Move the panel down', section: 'Panel', bareKey: 'CmdOrCtrl+Shift+Down' },
  'panel.wider': { title: 'Make the panel wider', section: 'Panel', key: 'Alt+Shift+Right' },
  'panel.narrower': { title: 'Make the panel narrower', section: 'Panel', key: 'Alt+Shift+Left' },
  'panel.taller': { title: 'Make the panel taller', section: 'Panel', key: 'Alt+Shift+Down' },
  'panel.shorter': { title: 'Make the panel shorter', section: 'Panel', key: 'Alt+Shift+Up' },
  'panel.freeze': { title: 'Freeze or go on', section: 'Panel', bareKey: 'Space' },
  'panel.recentre': { title: 'Back to the middle of the book', section: 'Panel', bareKey: 'R' },
  'panel.coarser': { title: 'Coarser price steps', section: 'Panel', bareKey: 'Plus' },
  'panel.finer': { title: 'Finer price steps', section: 'Panel', bareKey: '-' },
  'panel.live': { title: 'Go live', section: 'Panel', bareKey: 'G' },
  'panel.table': { title: 'Show the figures as a table', section: 'Panel', bareKey: 'T' },
  'panel.settings': { title: 'Settings of this panel', section: 'Panel', bareKey: 'S' },
  'panel.addAlert': { title: 'Add an alert at the price pointed at', section: 'Panel', bareKey: 'A' },
  'window.onTop': { title: 'Toggle always on top', section: 'Window' },
  'window.fullScreen': { title: 'Toggle full screen', section: 'Window', key: 'F11' },
  'connections.add': { title: 'Add a connection', section: 'Connection', key: 'CmdOrCtrl+Shift+A' },
  'connections.connectSandbox': { title: 'Connect to the local sandbox', section: 'Connection' },
  'connections.disconnect': { title: 'Disconnect', section: 'Connection' },
  'stream.retry': { title: 'Try the stream again now', section: 'Connection' },
  'rehearse.open': { title: 'Simulate faults', section: 'Connection' },
  'rehearse.stopAll': { title: 'Stop all rehearsals', section: 'Connection' },
  'theme.dark': { title: 'Dark theme', section: 'View' },
  'theme.light': { title: 'Light theme', section: 'View' },
  'theme.system': { title: 'Theme of the system', section: 'View' },
  'palette.standard': { title: 'Standard colours', section: 'View' },
  'palette.colourBlind': { title: 'Blue and orange colours', section: 'View' },
  'clock.toggle': { title: 'Switch between UTC and local time', section: 'View' },
  'motion.toggle': { title: 'Switch reduced motion on or off', section: 'View' },
  'sounds.toggle': { title: 'Switch sounds on or off', section: 'View' },
  'zoom.in': { title: 'Zoom in', section: 'View', key: 'CmdOrCtrl+=' },
  'zoom.out': { title: 'Zoom out', section: 'View', key: 'CmdOrCtrl+-' },
  'zoom.reset': { title: 'Actual size', section: 'View', key: 'CmdOrCtrl+0' },
  'window.new': { title: 'New window', section: 'Window', key: 'CmdOrCtrl+N' },
  'window.close': { title: 'Close window', section: 'Window', key: 'CmdOrCtrl+W' },
  'help.open': { title: 'Help and glossary', section: 'Help', key: 'F1' },
  'help.shortcuts': { title: 'Keyboard shortcuts', section: 'Help', key: 'CmdOrCtrl+/' },
  'help.guide': { title: 'First steps', section: 'Help' },
  'help.privacy': { title: 'Privacy statement', section: 'Help' },
  'help.licences': { title: 'Third-party licences', section: 'Help' },
  'diagnostics.support': { title: 'Save a support file', section: 'Help' },
  'help.about': { title: 'About Leadline', section: 'Help' },
  'data.backUp': { title: 'Back up your data', section: 'App' },
  'settings.reset': { title: 'Reset settings to their defaults', section: 'App' },
  'app.quit': { title: 'Quit Leadline', section: 'App', key: 'CmdOrCtrl+Q' }
} as const satisfies Record<string, Command>

export type CommandId = keyof typeof commands
export const commandIds = Object.keys(commands) as CommandId[]
