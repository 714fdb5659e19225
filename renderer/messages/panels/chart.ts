import { choose } from '#shared/messages/language'

export const chartText = choose({
  en: {
    keys: 'Arrows move and zoom; Shift and arrows move the crosshair. A adds an alert there, Page up and Page down move it, Delete removes it. V anchors a VWAP there. Home and End go to the oldest and the newest candle; 1 to 9 choose the interval.',
    alertLines: {
      last: { armed: 'Alert', off: 'Alert, off' },
      bid: { armed: 'Alert bid', off: 'Alert bid, off' },
      ask: { armed: 'Alert ask', off: 'Alert ask, off' },
      mid: { armed: 'Alert mid', off: 'Alert mid, off' }
    },
    menu: {
      removeAlertNumber: (price: string, number: number) => `Remove alert at ${price} (${number})`,
      live: 'Go live',
      newest: 'Go to the newest',
      shareRange: 'Share time range',
      noGroup: 'Choose a link group for this panel first',
      atPrice: 'At this price',
      autoScale: 'Auto-scale',
      copy: (price: string) => `Copy ${price}`,
      addAlert: (price: string) => `Add alert at ${price}`,
      alertOn: 'Turn alert on',
      alertOff: 'Turn alert off',
      removeAlert: (price: string) => `Remove alert at ${price}`,
      removeAlerts: 'Remove an alert',
      addAtPointed: 'Add alert at pointer price',
      alreadyLive: 'The newest candle is visible'
    },
    templates: {
      title: 'Chart templates',
      manage: 'Save or delete templates…',
      name: 'Save these settings as',
      hint: 'Interval, studies, price axis and candles',
      replaces: 'Replaces the template of this name',
      save: 'Save',
      saved: (name: string) => `Template “${name}” saved.`,
      remove: (name: string) => `Delete template ${name}`
    },
    refusal: (reason: string) => `${reason} The table of figures has the exact values.`,
    about: (panel: string, interval: string) => `${panel}, ${interval} candles`,
    bodies: {
      title: 'Candles',
      filled: 'All filled',
      hollow: 'Rising candles hollow',
      pale: 'Rising candles pale'
    },
    scale: {
      title: 'Price axis',
      percent: 'Prices in percent',
      log: 'Logarithmic prices',
      linear: 'Linear prices'
    },
    interval: {
      title: 'Interval',
      each: (interval: string, key: number) => `${interval} candles (key ${key} in the chart)`
    },
    head: {
      wholeDay: 'over 24 hours',
      change: (span: string) => `Change ${span}`,
      mid: 'mid',
      last: 'Last price',
      midHint: 'Mid of the best prices',
      partial: (time: string) => `since ${time}; the last 24 hours were not recorded throughout`,
      recordedSince: (time: string, zone: string) => `recorded since ${time} ${zone}, not from 00:00 UTC`
    },
    legend: {
      vwap: 'VWAP',
      vwapFrom: (time: string) => `VWAP from ${time}`,
      cvd: 'CVD, by inferred side',
      cvdFrom: (time: string) => `CVD from ${time}, by inferred side`,
      remark: 'Note',
      time: 'Time',
      partial: 'partly recorded',
      noTrade: 'no trades',
      vwapHint: 'Volume-weighted average price since 00:00 UTC',
      heat: 'Heat',
      heatHint: 'Mean resting size at the price of the crosshair',
      cvdHint: 'Cumulative volume delta: buys minus sells since 00:00 UTC, by inferred side',
      tradesHint: 'Number of trades',
      trades: 'Trades',
      unknownHint: 'Traded where no side could be inferred',
      sellsHint: 'Sold, by inferred side',
      sells: 'Sells',
      buysHint: 'Bought, by inferred side',
      buys: 'Buys',
      volume: 'Volume',
      volumeShort: 'Vol',
      close: 'Close',
      low: 'Low',
      high: 'High',
      open: 'Open'
    },
    heat: {
      title: 'Depth heat',
      resting: (unit: string | null, step: string) => `Resting ${unit === null ? '' : `${unit} `}per ${step}`,
      minutesUntil: (time: string) => `1m samples before ${time}`,
      minutes: '1m samples',
      minutesHint:
        'Earlier heat is drawn from samples of one minute until shorter ones are read from the recording.',
      contrast: 'Contrast',
      contrastHint: 'More contrast leaves only large sizes bright'
    },
    studies: {
      title: 'Studies',
      volumeHint: 'Volume by inferred side',
      heatHint: 'Resting size in the book, behind the candles',
      heat: 'Depth heat'
    },
    alerts: {
      undo: 'Undo',
      removed: (price: string) => `Alert at ${price} removed.`,
      pointFirst: 'Point at a price first, with the pointer or with Shift and arrows.',
      added: (price: string) => `Alert at ${price} added.`
    },
    undrawable: {
      close: 'Prices of this market are too close together to draw.',
      sizes: 'Sizes of this market are too large to draw.',
      prices: 'Prices of this market are too large to draw.'
    },
    older: {
      loading: 'Loading…',
      full: 'Use a longer interval to go back further'
    },
    gaps: {
      unrecorded: 'not recorded',
      quietInPart: 'no trades, not recorded throughout',
      quiet: 'no trades'
    },
    table: {
      recorded: 'Recorded',
      whole: 'in full',
      cvd: 'CVD (inferred)',
      unknown: 'Side unknown',
      sells: 'Sells (inferred)',
      buys: 'Buys (inferred)'
    }
  }
})
