import { choose, count, number, plural } from './language'

export const commandsText = choose({
  en: {
    sections: {
      go: 'Go',
      records: 'Records',
      markets: 'Markets',
      replay: 'Replay',
      workspace: 'Workspace',
      panel: 'Panel',
      view: 'View',
      connection: 'Connection',
      window: 'Window',
      help: 'Help',
      app: 'App'
    },
    titles: {
      'palette.open': 'Command palette',
      'go.markets': 'Markets',
      'go.addresses': 'Deposit addresses',
      'go.conversions': 'Conversions',
      'go.statements': 'Statements',
      'statements.fetch': 'Fetch statements by ID',
      'statements.verify': 'Verify the statement archive',
      'statements.export': 'Export statements for a period',
      'statements.folder': 'Open the statement archive folder',
      'go.recordings': 'Recordings',
      'go.sql': 'SQL over the recordings',
      'sql.saveCsv': 'Save the SQL result as CSV',
      'recordings.verify': 'Verify the selected recordings',
      'recordings.export': 'Export the selected recordings',
      'recordings.import': 'Import recordings',
      'recordings.remove': 'Delete the selected recordings',
      'recordings.move': 'Move the recordings to another folder',
      'recordings.folder': 'Open the recordings folder',
      'go.analysis': 'Analysis',
      'analysis.run': 'Run the report again',
      'analysis.saveReport': 'Save the report under a name',
      'analysis.importFills': 'Import fills',
      'analysis.saveCsv': 'Save the report as CSV',
      'analysis.savePdf': 'Save the report as PDF',
      'addresses.loadEverything': 'Load all deposit addresses',
      'addresses.refresh': 'Load the newest deposit addresses',
      'addresses.compare': 'Compare all deposit addresses with the service',
      'addresses.stop': 'Stop loading deposit addresses',
      'addresses.copy': 'Copy the selected deposit address',
      'addresses.saved': 'Saved deposit address filters',
      'addresses.exportCsv': 'Export the listed deposit addresses as CSV',
      'addresses.exportJson': 'Export the listed deposit addresses as JSON',
      'conversions.lookUp': 'Look up conversions by ID',
      'conversions.clipboard': 'Look up conversions from the clipboard',
      'conversions.exportCsv': 'Export the listed conversions as CSV',
      'go.connections': 'Connections',
      'go.diagnostics': 'Diagnostics',
      'diagnostics.frames': 'Raw frames',
      'go.settings': 'Settings',
      'view.search': 'Search this view',
      'markets.jump': 'Show a market',
      'alerts.add': 'Add an alert',
      'alerts.show': 'Show alerts',
      'alerts.targets': 'Set up alert targets',
      'replay.open': 'Replay',
      'evidence.keep': 'Keep evidence of this moment',
      'evidence.verify': 'Verify evidence',
      'replay.openWindow': 'Replay in new window',
      'replay.close': 'Back to live',
      'replay.toggle': 'Play or pause the replay',
      'replay.stepBack': 'Step back',
      'replay.stepForward': 'Step forward',
      'replay.slower': 'Replay slower',
      'replay.faster': 'Replay faster',
      'replay.goTo': 'Go to a time of the recording',
      'replay.setIn': 'Set the in point',
      'replay.setOut': 'Set the out point',
      'replay.clearRange': 'Clear the in and out points',
      'replay.pin': 'Pin or unpin the range or the day',
      'replay.loop': 'Loop between the in and out points',
      'replay.nextAlert': 'Next alert of the replay',
      'replay.previousAlert': 'Previous alert of the replay',
      'replay.nextTrade': 'Next large trade',
      'replay.previousTrade': 'Previous large trade',
      'replay.nextGap': 'Next gap in the recording',
      'replay.previousGap': 'Previous gap in the recording',
      'workspace.1': 'Workspace 1',
      'workspace.2': 'Workspace 2',
      'workspace.3': 'Workspace 3',
      'workspace.4': 'Workspace 4',
      'workspace.5': 'Workspace 5',
      'workspace.6': 'Workspace 6',
      'workspace.7': 'Workspace 7',
      'workspace.8': 'Workspace 8',
      'workspace.9': 'Workspace 9',
      'workspace.new': 'New workspace',
      'workspace.rename': 'Rename this workspace',
      'workspace.duplicate': 'Duplicate this workspace',
      'workspace.remove': 'Close this workspace',
      'workspace.bringBack': 'Reopen the closed workspace',
      'workspace.lock': 'Lock or unlock the layout',
      'workspace.undo': 'Undo layout change',
      'workspace.redo': 'Redo layout change',
      'workspace.popOut': 'Open workspace in new window',
      'workspace.save': 'Save this workspace as a file',
      'workspace.load': 'Add a workspace from a file',
      'panel.add': 'Add a panel',
      'panel.maximise': 'Maximize panel',
      'panel.popOut': 'Pop out or return panel',
      'panel.close': 'Close this panel',
      'panel.market': 'Show another market in this panel',
      'panel.link': 'Choose the link group of this panel',
      'panel.menu': 'Panel menu',
      'panel.next': 'Next panel',
      'panel.previous': 'Previous panel',
      'panel.focusLeft': 'Go to panel on the left',
      'panel.focusRight': 'Go to panel on the right',
      'panel.focusUp': 'Go to panel above',
      'panel.focusDown': 'Go to panel below',
      'panel.moveLeft': 'Move panel left',
      'panel.moveRight': 'Move panel right',
      'panel.moveUp': 'Move panel up',
      'panel.moveDown': 'Move panel down',
      'panel.wider': 'Make panel wider',
      'panel.narrower': 'Make panel narrower',
      'panel.taller': 'Make panel taller',
      'panel.shorter': 'Make panel shorter',
      'panel.freeze': 'Pause or resume',
      'panel.recentre': 'Recentre the book',
      'panel.coarser': 'Coarser price steps',
      'panel.finer': 'Finer price steps',
      'panel.live': 'Go live',
      'panel.table': 'Show as table',
      'panel.settings': 'Panel settings',
      'panel.addAlert': 'Add an alert at the pointer price',
      'window.onTop': 'Toggle always on top',
      'window.fullScreen': 'Toggle full screen',
      'connections.add': 'Add a connection',
      'connections.connectSandbox': 'Connect to the local sandbox',
      'connections.disconnect': 'Disconnect',
      'stream.retry': 'Reconnect the stream now',
      'faults.open': 'Simulate faults',
      'faults.stopAll': 'Stop all simulated faults',
      'theme.dark': 'Dark theme',
      'theme.light': 'Light theme',
      'theme.system': 'System theme',
      'palette.standard': 'Standard colours',
      'palette.colourBlind': 'Blue and orange colours',
      'clock.toggle': 'Switch between UTC and local time',
      'motion.toggle': 'Toggle reduced motion',
      'sounds.toggle': 'Toggle sounds',
      'zoom.in': 'Zoom in',
      'zoom.out': 'Zoom out',
      'zoom.reset': 'Reset zoom',
      'window.new': 'New window',
      'window.close': 'Close window',
      'notices.open': 'Show notices',
      'help.open': 'Help and glossary',
      'help.shortcuts': 'Keyboard shortcuts',
      'help.guide': 'First steps',
      'help.privacy': 'Privacy statement',
      'help.licences': 'Third-party licences',
      'diagnostics.support': 'Save a support file',
      'help.whatsNew': 'What’s new',
      'help.about': 'About Leadline',
      'data.backUp': 'Back up your data',
      'settings.reset': 'Reset settings to defaults',
      'app.quit': 'Quit Leadline'
    }
  }
})

export const menuText = choose({
  en: {
    app: 'Leadline',
    edit: 'Edit',
    goTo: 'Go to',
    move: 'Move',
    size: 'Size',
    inPanel: 'In panel',
    jump: 'Jump to',
    recordings: 'Recordings',
    analysis: 'Analysis',
    range: 'In and out points',
    theme: 'Theme',
    colours: 'Colours'
  }
})

const tokenDetails = (minutes: number, scopes: readonly string[]) =>
  (minutes > 0 ? ` for ${minutes} min` : '') +
  (scopes.length > 0
    ? `, ${plural(scopes.length, { one: 'scope', other: 'scopes' })} ${scopes.join(', ')}`
    : '')

export const timelineText = choose({
  en: {
    connecting: (name: string) => `Connecting to ${name}`,
    refused: (name: string, reason: string) => `Refused by ${name}: ${reason}`,
    lost: (name: string, reason: string) => `Connection to ${name} lost: ${reason}`,
    gaveUp: (name: string) => `Stopped connecting to ${name}`,
    disconnected: (name: string) => `Disconnected from ${name}`,
    token: {
      obtained: (minutes: number, scopes: readonly string[]) =>
        `Token obtained${tokenDetails(minutes, scopes)}`,
      renewed: (minutes: number, scopes: readonly string[]) => `Token renewed${tokenDetails(minutes, scopes)}`
    },
    connected: (name: string) => `Connected to ${name}`,
    failed: (name: string, reason: string) => `Could not connect to ${name}: ${reason}`,
    connectedAfter: (name: string, seconds: string) => `Connected to ${name} after ${seconds} s`,
    sandbox: {
      noMarket: (market: string) => `The local sandbox has no market ${market}.`,
      notRunning: 'The local sandbox is not running.',
      started: (address: string) => `Local sandbox started at ${address}`,
      ended: 'Local sandbox stopped unexpectedly; restarting it',
      restartFailed: 'Local sandbox could not be restarted; trying again',
      restarted: (address: string) => `Local sandbox restarted at ${address}`,
      refused: 'The local sandbox did not accept this fault.',
      unreachable: 'The local sandbox did not respond, so nothing was changed.'
    },
    fault: {
      ended: (fault: string) => `Fault ended: ${fault}`,
      inMarket: (fault: string, market: string) => `${fault} in ${market}`,
      started: (fault: string) => `Simulating fault: ${fault}`,
      startedFor: (fault: string, duration: string) => `Simulating fault: ${fault}, for ${duration}`
    },
    stream: {
      refused: (reason: string) => `Stream refused: ${reason}`,
      silent: 'Connected, but the service stopped sending data',
      dataAgain: (duration: string) => `Data resumed after ${duration}`,
      opening: 'Opening the stream',
      ended: 'Stream ended',
      subscribed: (markets: string) => `Subscribed to ${markets}`,
      untrusted: 'its data could not be trusted',
      rebuilt: (markets: string, reason: string) => `Rebuilding ${markets}: ${reason}`,
      noMarket: (markets: string) => `${markets} refused: the service has no such market`,
      declined: (markets: string, code: string) => `${markets} refused: the service answered ${code}`,
      error: (error: string) => `The service reported an error: ${error}`,
      errorAbout: (markets: string, error: string) =>
        `The service reported an error for ${markets}: ${error}`,
      markets: (markets: number) => count(markets, 'market'),
      and: (first: string, last: string) => `${first} and ${last}`,
      waiting: (reason: string, wait: string) => `${reason}, retrying in ${wait}`,
      reconnected: (after: string) => `Reconnected after ${after}`,
      partlyRebuilt: (after: string, live: number, books: number) =>
        `${after}, ${number(live)} of ${count(books, 'book')} rebuilt so far`,
      allRebuilt: (after: string, books: number) => `${after}, ${count(books, 'book')} rebuilt from snapshots`
    },
    several: 'several events'
  }
})

export const supportText = choose({
  en: {
    versions: 'Versions of Leadline, its components and the system.',
    settings: 'Your settings.',
    connections: 'Names, endpoints and status of your connections, without client IDs, secrets and tokens.',
    timeline: 'Connection and stream events.',
    figures: 'Metrics of the last 15 minutes, one line per second.',
    books: 'Watched markets with state and age; no prices.',
    counts: 'Counts of ignored, unknown, delayed and dropped messages.',
    frames: (frames: number) =>
      `The last ${number(frames)} stream messages as sent and received: market data with prices.`,
    log: 'The end of the log. It contains folder names of this computer, which may include your user name.',
    clientIdSet: 'set, omitted'
  }
})

export const confirmAuthorityText = choose({
  en: {
    title: 'Confirm time-stamping authority',
    message: 'Send hashes of your recordings to this URL?',
    warning:
      'They are sent when you keep evidence, and once a day. Confirm only a service that you chose yourself.',
    confirm: 'Confirm',
    cancel: 'Cancel',
    alreadyAsking: 'Answer the open question about the time-stamping authority first.',
    declined: 'The time-stamping authority was not confirmed, so it was not changed.'
  }
})

export const settingsFileText = choose({
  en: {
    noVersion: 'it has no valid version',
    ignored: (names: readonly string[]) =>
      `${names.join(', ')} ${plural(names.length, { one: 'was ignored and has its', other: 'were ignored and have their' })} default`
  }
})
