/**
 * Every command of the app, in one table: the palette, the menus and the sheet of shortcuts are drawn from it. A key
 * is written as Electron writes accelerators; `CmdOrCtrl` is Cmd on a Mac and Ctrl elsewhere.
 */
export interface Command {
  readonly title: string
  readonly section: 'Go' | 'View' | 'Connection' | 'Window' | 'Help' | 'App'
  readonly key?: string
  /** A bare key: it works in a window unless a person types, and so can never be the key of a menu item. */
  readonly bareKey?: string
}

export const commands = {
  'palette.open': { title: 'Command palette', section: 'Go', key: 'CmdOrCtrl+K' },
  'go.connections': { title: 'Connections', section: 'Go', key: 'CmdOrCtrl+Shift+C' },
  'go.diagnostics': { title: 'Diagnostics', section: 'Go', key: 'CmdOrCtrl+Shift+D' },
  'diagnostics.frames': { title: 'Raw frames', section: 'Go' },
  'go.settings': { title: 'Settings', section: 'Go', key: 'CmdOrCtrl+,' },
  'view.search': { title: 'Search in this view', section: 'Go', bareKey: '/' },
  'connections.add': { title: 'Add a connection', section: 'Connection', key: 'CmdOrCtrl+Shift+A' },
  'connections.connectSandbox': { title: 'Connect to the local sandbox', section: 'Connection' },
  'connections.disconnect': { title: 'Disconnect', section: 'Connection' },
  'stream.retry': { title: 'Try the stream again now', section: 'Connection' },
  'rehearse.open': { title: 'Rehearse trouble', section: 'Connection' },
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
