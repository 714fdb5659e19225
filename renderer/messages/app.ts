import { choose, count, number } from '#shared/messages/language'

export const guideText = choose({
  en: {
    title: 'First steps',
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
    skip: 'Skip',
    back: 'Back',
    next: 'Next',
    done: 'Done',
    palette: 'Command palette',
    shortcuts: 'Keyboard shortcuts',
    steps: {
      welcome: {
        title: 'Welcome to Leadline',
        purpose:
          'Leadline shows whether a market is live and how deep it is, and keeps the records of a treasury desk at hand.',
        readOnly:
          'It only reads: it cannot place an order or move money, and it connects with read-only access.'
      },
      sandbox: {
        title: 'Start without an account',
        builtIn:
          'The “Local sandbox” connection is the whole service, built in and running on this computer with its own simulated market.',
        account:
          'To use your own account, add a connection under Connections. Its secret is stored in your keychain and is never shown again.',
        connections: 'Connections'
      },
      environment: {
        title: 'Always know where you are',
        badge:
          'The badge at the top left names the environment in every window. Production adds a red line along the top edge.',
        connection:
          'Next to the clock you see the connection status, how long it has lasted and when the token expires.',
        environment: 'Environment',
        status: 'Connection status'
      },
      panel: {
        title: 'Read a panel',
        state: 'Each panel shows the state and age of its data. Data that is not live is grey.',
        group:
          'Panels with the same letter show the same market. An asterisk marks a value that does not cover the whole period; “inferred” marks what the service does not report: which side was the aggressor.',
        stateAndAge: 'State and age',
        linkGroup: 'Link group'
      },
      settings: {
        title: 'Make it yours',
        change: 'You can change these at any time in Settings. Every command is one key away:'
      }
    },
    choices: {
      theme: 'Theme',
      dark: 'Dark',
      light: 'Light',
      system: 'System',
      colours: 'Colours',
      standard: 'Teal and red',
      colourBlind: 'Blue and orange',
      clock: 'Clock',
      utc: 'UTC',
      local: 'Local'
    }
  }
})

export const settingsText = choose({
  en: {
    theme: {
      title: 'Theme',
      dark: 'Dark',
      light: 'Light',
      system: 'System'
    },
    zoom: 'Zoom',
    percent: (value: number) => `${value}%`,
    palette: {
      title: 'Colours',
      standard: 'Standard: teal and red',
      colourBlind: 'Colour-blind: blue and orange',
      preview: 'Preview of an ask above a bid',
      ask: 'Ask',
      bid: 'Bid'
    },
    motion: {
      title: 'Motion',
      system: 'System',
      reduced: 'Reduced',
      full: 'Full',
      about: 'Reduced motion turns off fades, slides and pulses. Numbers always update immediately.'
    },
    lastWindow: {
      title: 'Closing the last window',
      ask: 'Ask while alerts are armed',
      tray: 'Keep running in tray',
      quit: 'Quit'
    },
    login: { title: 'Start at login' },
    sounds: {
      title: 'Sounds',
      about:
        'Soft tones when a connection is lost or refused, when an alert fires, and for large trades in panels that have them on.'
    },
    data: {
      cleared: (title: string) => `Cleared: ${title}.`,
      failed: 'Could not read the sizes',
      loading: 'Measuring stored data',
      what: 'Data',
      size: 'Size',
      actions: 'Actions',
      openFolderOf: (title: string) => `Open folder: ${title}`,
      openFolder: 'Open folder',
      clearOf: (title: string) => `Clear: ${title}`,
      clear: 'Clear',
      backUp: 'Back up…',
      backUpAbout: 'Saves a ZIP file to a location you choose. It never contains secrets.',
      clearTitle: (title: string) => `Clear ${title.toLowerCase()}?`,
      title: 'Your data',
      about: 'All of it is stored on this computer. Secrets are in the keychain only.'
    },
    time: {
      title: 'Time',
      utc: 'UTC',
      local: 'Local time'
    },
    preview: 'Preview:',
    numbers: 'Number format',
    frameRate: {
      full: 'Same as the display',
      title: 'Frame rate',
      about:
        'How often numbers and charts are redrawn. Fewer frames are easier to read and use less power; every number shown is exact.',
      perSecond: (frames: number) => `${frames} fps`,
      lower: {
        title: 'Lower the frame rate to save power',
        about: '30 fps on battery power or while you use another application, 15 fps if both apply.'
      }
    },
    stale: {
      title: 'Stale after',
      about:
        'Books are shown as stale when the stream has sent nothing for this long. A quiet market alone only shows its age.'
    },
    seconds: (value: number) => `${value} s`,
    flash: {
      title: 'Highlight changed digits',
      about: 'Briefly, in the order book and the watchlist. Reduced motion turns this off too.'
    },
    title: 'Settings',
    about: 'Changes take effect immediately in all windows.',
    reset: 'Reset to defaults…',
    resetting: {
      title: 'Reset all settings?',
      text: 'All settings return to their defaults, in all windows.',
      deletes: (age: string, size: string) =>
        `Recordings older than ${age} or beyond ${size} per connection will be deleted now. Pinned days stay.`,
      action: 'Reset'
    },
    notSaved: 'Changes not saved',
    appearance: 'Appearance',
    figures: 'Numbers and time',
    markets: 'Markets',
    behaviour: 'Behaviour'
  }
})

export const windowText = choose({
  en: {
    health: {
      loopAbout: 'Event-loop delay of Leadline, 99th percentile: lower is better',
      loop: (delay: string) => `Loop p99 ${delay}`,
      rateAbout: 'Frames that this window painted per second',
      rate: (frames: string) => `${frames} fps`,
      heapAbout: 'Memory used by Leadline’s main process',
      heap: (bytes: string) => `Heap ${bytes}`
    },
    lastPicture: (time: string) => `As of ${time} · not live`,
    views: 'Views',
    skip: 'Skip to content',
    app: 'Leadline',
    token: 'Token',
    clock: (time: string) => `${time}. Click to switch between UTC and local time.`,
    palette: 'Command palette',
    failed: {
      title: (view: string) => `${view} could not be displayed`,
      sentence: 'The rest of Leadline is still running. The log has the details.',
      action: 'Try again'
    },
    zoom: (percent: number) => `Zoom ${percent} percent`,
    unavailable: {
      zoom: 'At the limit',
      search: 'Nothing to search in this view',
      connect: 'Already connected',
      disconnect: 'Not connected'
    },
    settingsReset: 'Settings were reset to defaults.',
    notices: {
      title: 'Notices',
      hint: (unseen: number, kept: number) =>
        unseen > 0
          ? `${number(unseen)} not seen, ${number(kept)} in the list`
          : `${number(kept)} in the list`,
      none: 'No notices in this window since it was opened.',
      kept: 'From this window, since it was opened.',
      dropped: (notices: number) =>
        `From this window. ${count(notices, 'older notice was', 'older notices were')} dropped.`,
      kinds: { information: 'Information', success: 'Done', warning: 'Warning', error: 'Error' },
      times: (times: number) => `${number(times)} times`,
      remove: 'Remove notice',
      clear: 'Clear all',
      close: 'Close'
    },
    panels: (panels: number) => count(panels, 'panel'),
    stream: {
      roundTrip: 'Round trip of the last ping',
      since: (time: string) => `Since ${time}`,
      feedAbout: 'Messages received on the stream in the last second',
      rate: (messages: string) => `${messages} msg/s`,
      feed: 'Feed'
    },
    serviceClock: {
      ahead: (offset: string) =>
        `The service’s clock is ${offset} ahead of this computer’s. Trade and candle times use the service’s clock; ages are measured here.`,
      title: 'Service clock',
      behind: (offset: string) =>
        `The service’s clock is ${offset} behind this computer’s. Trade and candle times use the service’s clock; ages are measured here.`
    },
    slim: {
      close: 'Return to main window',
      locked: 'The layout is locked',
      onTop: 'Always on top',
      menu: 'Window menu',
      menuTip: 'Menu'
    },
    startFailed: 'Leadline could not start this window'
  }
})

export const paletteText = choose({
  en: {
    markets: {
      name: 'Show a market',
      placeholder: 'Type a symbol',
      list: 'Markets',
      count: (markets: number) => count(markets, 'market'),
      hint: 'Type a market symbol, for example BTCUSD.',
      invalid: (characters: number) => `A symbol has no spaces and at most ${characters} characters.`
    },
    all: {
      name: 'Command palette',
      placeholder: 'Find a command, market or workspace',
      list: 'Commands and markets',
      count: (entries: number) => count(entries, 'entry', 'entries'),
      none: (keys: string) =>
        `No matching command, workspace or known market. Press ${keys} to show any market by its symbol.`
    },
    goTo: (name: string) => `Go to ${name}`,
    section: {
      workspace: 'Workspace',
      panel: 'Panel',
      market: 'Market',
      markets: 'Markets',
      link: 'Link',
      record: 'Record',
      search: 'Search',
      leftOut: (ids: number) => `${number(ids)} more IDs skipped`,
      records: 'Records'
    },
    unavailable: {
      shown: 'Shown now',
      locked: 'The layout is locked',
      kind: 'Not available in this version'
    },
    openReport: (name: string) => `Open report: ${name}`,
    addPanel: (panel: string) => `Add panel: ${panel}`,
    showMarket: (market: string) => `Show ${market}`,
    watchMarket: (market: string) => `Add ${market} to watchlist`,
    record: {
      anywhere: 'Addresses with this ID in any field',
      link: 'Leadline link',
      conversion: (id: string) => `Conversion ${id}`,
      statement: (id: string) => `Statement ${id}`,
      address: (id: string) => `Address with ID ${id}`
    },
    records: {
      conversions: (records: number) => `Look up ${count(records, 'conversion')}`,
      statements: (records: number) => `Fetch ${count(records, 'statement')}`,
      addresses: (records: number) => `Find ${count(records, 'address', 'addresses')} by ID`
    }
  }
})
