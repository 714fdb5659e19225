import { choose, count, number } from '#shared/messages/language'

export const diagnosticsText = choose({
  en: {
    faults: {
      on: 'ON',
      active: 'Active faults',
      stopNamed: (name: string) => `Stop ${name}`,
      stop: 'Stop',
      title: 'Simulate faults',
      markAbout: 'The local sandbox is simulating faults',
      mark: (faults: number) => `Simulating ${count(faults, 'fault')}`,
      untilStopped: 'Until stopped',
      tenSeconds: '10 seconds',
      oneMinute: '1 minute',
      fiveMinutes: '5 minutes',
      duration: 'Duration',
      scope: 'Scope',
      scopeAbout: (market: string) =>
        `Most stream faults are limited to ${market}; all others affect the whole service.`,
      stopAll: 'Stop all',
      starting: 'The local sandbox is starting',
      emptyTitle: 'See faults before they happen',
      startingAbout: 'Its faults are listed here once it responds.',
      emptyAbout:
        'The local sandbox can drop streams, refuse tokens, cut downloads and more, to show how Leadline reacts. No real service is affected.',
      connect: 'Connect to the local sandbox',
      stillOn: (faults: number, names: string) => `${count(faults, 'fault')} still active there: ${names}.`,
      about: 'in the local sandbox'
    },
    app: {
      name: 'Leadline',
      electron: 'Electron',
      chromium: 'Chromium',
      node: 'Node',
      system: 'System',
      pathCopied: 'Log folder path copied.',
      title: 'Application',
      logs: 'Logs',
      openFolder: 'Open folder',
      copyPath: 'Copy log folder path',
      loading: 'Loading'
    },
    tryAgain: 'Try again',
    copy: 'Copy',
    books: {
      crossedAbout: 'The best bid stays at or above the best ask.',
      wideAbout: 'Numbers beyond 15 digits, kept exact on the slower path.',
      crossed: 'Crossed',
      wide: 'Exact',
      unwatchMarket: (market: string) => `Remove ${market} from watchlist`,
      unwatch: 'Remove from watchlist',
      notWatched: 'Not on the watchlist',
      title: 'Books',
      table: 'Books by state and age',
      market: 'Market',
      state: 'State',
      bid: 'Bid',
      ask: 'Ask',
      duration: 'For',
      bookAge: 'Time since the last book message',
      book: 'Book',
      tradeAge: 'Time since the last trade',
      trade: 'Trade',
      levels: 'Levels',
      why: 'Reason',
      loading: 'Loading books',
      none: 'Watchlist is empty',
      noneAbout:
        'Enter a market to subscribe to it. Its book and trades are tracked from then on, and their state and age are listed here.',
      noStream: 'No market data',
      noStreamAbout: 'Books are available while a connection with the “Markets” feature is in use.'
    },
    since: (time: string) => `Since ${time}`,
    connection: {
      choose: 'Choose a connection',
      rest: 'REST',
      tokens: 'Tokens',
      streamUrl: 'Stream URL',
      title: 'Connection',
      stop: 'Stop',
      disconnect: 'Disconnect',
      profile: 'Connection',
      none: 'None',
      environment: 'Environment',
      state: 'State',
      since: 'Since',
      token: 'Token',
      tokenLeft: 'left, until',
      expired: 'expired',
      expiredAt: 'at',
      scopes: 'Scopes',
      noScopes: 'None granted',
      stream: 'Stream',
      attempt: (attempt: number) => `attempt ${attempt}`,
      roundTrip: 'Round trip'
    },
    feed: {
      title: 'Desk feed',
      about: 'from the platform to this computer',
      platform: 'Platform',
      collector: 'Collector',
      server: 'Server',
      seat: 'This computer',
      unknown: 'Unknown',
      platformLive: 'Sends data to the collector',
      platformSilent: 'Sends nothing to the collector',
      noCollector: 'None has sent anything',
      leading: (epoch: string, age: string) => `Leads, epoch ${epoch}, last beat ${age} ago`,
      notConnected: 'Not connected',
      connected: (address: string, version: string, roundTrip: string) =>
        `${address}, version ${version}, round trip ${roundTrip}`,
      behind: (lag: string) => `${lag} behind the fastest message`,
      items: 'Frames and events',
      leaders: 'Leaders followed',
      holes: 'Times when messages were missing',
      readings: 'Reads of the server’s stream',
      ignored: 'Messages of replaced leaders',
      unreadable: 'Unreadable messages'
    },
    counts: {
      title: 'Counts',
      about: 'since Leadline started'
    },
    title: 'Diagnostics',
    about: 'Connection and stream history, and app health.',
    support: {
      title: 'Save a support file',
      about:
        'A ZIP file for your support team. Client secrets and tokens are redacted. It is not sent anywhere: you choose where to save it.',
      contents: 'Contents',
      loading: 'Preparing the contents',
      total: (chosen: number, all: number, size: string) => `${chosen} of ${all} files, ${size} uncompressed`,
      cancel: 'Cancel',
      save: 'Save as…',
      saved: (size: string) => `Saved a support file of ${size}. It contains no secrets.`
    },
    figures: {
      title: 'Metrics',
      messages: 'Messages per second',
      messagesAbout: 'Messages of every type received on the stream',
      latency: 'Latency (ms)',
      clock: (offset: string) => `Service clock: ${offset}`,
      latencyAbout:
        'From the service’s timestamp to receipt. The difference between the two clocks, estimated from the fastest message and ping of the last 5 minutes, is subtracted',
      paint: 'Paint delay (ms)',
      paintAbout: 'From receipt of a change until a window has painted it',
      queue: 'Queue',
      queueAbout:
        'The most trades waiting for a window in each second. Book levels never wait: they are merged',
      loop: 'Event-loop delay p99 (ms)',
      loopAbout: 'Event-loop delay of Leadline, 99th percentile: lower is better',
      heap: 'Heap',
      heapAbout: 'Memory used by Leadline’s main process',
      about: 'last 15 min'
    },
    frames: {
      copiedOne: 'Frame copied. Secrets are redacted.',
      detail: 'Selected frame',
      received: (sequence: string, time: string, size: string) => `#${sequence}, received ${time}, ${size}`,
      copyOne: 'Copy',
      text: 'Frame text',
      choose:
        'Select a frame to see its full text. Use the arrow keys to move through the list, and Pause to stop it.',
      sent: (sequence: string, time: string, size: string) => `#${sequence}, sent ${time}, ${size}`,
      cut: '(truncated)',
      filter: 'Filter by text',
      direction: 'Direction',
      bothDirections: 'Received and sent',
      in: 'Received',
      out: 'Sent',
      kind: 'Type',
      allKinds: 'All types',
      allMarkets: 'All markets',
      loading: 'Loading frames',
      noMatch: 'No recent frames match the filter.',
      none: 'No frames since Leadline started. They are listed once a stream is open.',
      list: 'Raw frames, newest first',
      kept: (frames: number) => `the last ${number(frames)} are kept`,
      copied: (frames: number) => `Copied ${count(frames, 'frame')}. Secrets are redacted.`,
      title: 'Raw frames',
      resume: 'Resume',
      pause: 'Pause',
      copyAll: 'Copy all',
      shown: (shown: string, all: string) => `${shown} shown of ${all} since start`,
      copiedNewest: (frames: number, all: number) =>
        `Copied the newest ${number(frames)} of ${count(all, 'frame')}. Secrets are redacted.`,
      size: (bytes: number) => `${bytes} bytes`
    },
    pages: {
      title: 'Diagnostics pages',
      overview: 'Overview'
    },
    plot: {
      table: (title: string) => `${title}, maximum of each minute`,
      minute: 'Minute',
      highestOf: (name: string) => `Maximum ${name}`.trim(),
      empty: 'none'
    },
    timeline: {
      copied: 'Timeline copied.',
      title: 'Timeline',
      order: (zone: string) => `${zone}, newest first`,
      copy: 'Copy as text',
      none: 'No connection events since Leadline started.',
      list: 'Connection events',
      times: (times: number) => `(${times} times)`
    },
    watch: {
      label: 'Market to watch',
      placeholder: 'Market, e.g. BTCUSD',
      named: (market: string) => `Watch ${market}`,
      add: 'Watch'
    },
    unavailable: {
      retry: 'No retry is pending',
      stop: 'No faults are active'
    },
    kinds: {
      snapshot: 'Snapshot',
      update: 'Update',
      trade: 'Trade',
      control: 'Control',
      error: 'Error',
      binary: 'Binary',
      other: 'Unknown'
    }
  }
})
