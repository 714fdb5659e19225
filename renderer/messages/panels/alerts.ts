import { choose, count, number } from '#shared/messages/language'

export const alertsText = choose({
  en: {
    delivery: {
      notification: 'Notification',
      reminds: (seconds: number) => `Every ${seconds} s until acknowledged`,
      escalates: (minutes: number) => `Escalates after ${minutes} min`,
      again: (seconds: number) => `Again after ${seconds} s`,
      once: 'Once',
      delivers: { fired: 'Targets', escalated: 'Targets once escalated' },
      keepsEvidence: 'Evidence',
      armed: 'Armed',
      deliver: 'Deliver to targets',
      deliverChoices: { no: 'No', fired: 'When it fires', escalated: 'Only when it escalates' },
      deliverTo: (names: string) => `To ${names}.`,
      noTarget: 'No target is on. Set one up under Targets in the Alerts panel.',
      keepEvidence: 'Keep evidence',
      evidenceLimits: (minutes: number, gigabytes: number) =>
        `A signed ZIP of the recording up to that moment, at most every ${number(minutes)} minutes, up to ${number(gigabytes)}\u00a0GB for all alerts.`,
      notRecorded: 'None is kept while recording is off in Settings.',
      desktop: 'Desktop notification',
      note: 'Note',
      preview: 'Preview',
      soundsOff: 'Sounds are off in Settings.',
      sound: 'Sound',
      cooldown: 'Cooldown (s)',
      repeat: 'Repeat after cooldown',
      onceThenOff: 'Once, then disarm',
      title: 'Repeat'
    },
    targets: {
      title: 'Targets',
      open: 'Alert targets…',
      on: 'On',
      off: 'Off',
      none: 'Nothing delivered since Leadline started',
      delivered: (time: string) => `Delivered ${time}`,
      retries: (retries: number) => count(retries, 'retry', 'retries'),
      waiting: (waiting: number) => `${number(waiting)} waiting`,
      lost: (lost: number) => `${number(lost)} not delivered`,
      failed: (time: string, sentence: string) => `Failed ${time}: ${sentence}`,
      kinds: { command: 'Command', webhook: 'Webhook' },
      empty: {
        title: 'No targets',
        sentence: 'Alerts can be delivered to a command on this computer or to a webhook. None is set up.'
      }
    },
    reminders: {
      title: 'Reminders',
      off: 'None',
      on: 'Until acknowledged',
      every: 'Every (s)'
    },
    escalation: {
      title: 'Escalation',
      off: 'None',
      on: 'If not acknowledged',
      after: 'After (minutes)',
      hint: 'Plays the alarm and shows a desktop notification.'
    },
    snooze: {
      title: 'Snooze',
      named: (alert: string) => `Snooze: ${alert}`,
      quarter: '15 minutes',
      hour: '1 hour',
      tomorrow: 'Until tomorrow',
      other: 'Other…',
      end: 'End snooze',
      minutes: 'Minutes',
      action: 'Snooze'
    },
    standing: {
      snoozed: (time: string) => `Snoozed until ${time}`,
      blind: (since: string, reason: string, market: string) =>
        `Not evaluated since ${since}. ${reason} Resumes when ${market} is live.`,
      unknown: (reason: string) => `Not evaluated yet; resumes automatically. ${reason}`,
      armedFired: (time: string) => `Armed, last fired ${time}`,
      armed: 'Armed',
      paused: (time: string) => `Paused until ${time}`,
      fired: (time: string) => `Fired ${time}, not armed`,
      off: 'Not armed'
    },
    dialog: {
      add: 'Add alert',
      save: 'Save',
      cancel: 'Cancel',
      incomplete: 'Not complete yet',
      firesWhen: 'Fires when',
      firesOn: 'Alert on',
      create: 'New alert',
      edit: 'Edit alert'
    },
    backtest: {
      title: 'Backtest',
      run: 'Backtest',
      cancel: 'Cancel',
      hint: 'on the last 7 days of the recording',
      fetching: (size: string, percent: number) => `Fetching ${size} from the desk: ${percent}%`,
      running: (percent: number) => `${percent}% of the last 7 days`,
      fired: (times: string, fired: number) =>
        fired === 0 ? 'Would not have fired' : `Would have fired ${fired === 1 ? 'once' : `${times} times`}`,
      coverage: (live: string) => `in the last 7 days (${live} recorded live).`,
      limited: (time: string) => `Too much was recorded to read all of it: the backtest starts at ${time}.`,
      rearmed: 'Assumes that it is armed again 60 s after each time.',
      notRecorded: (market: string) => `${market} was not recorded live in the last 7 days.`,
      times: 'Times',
      newest: (shown: number) => `The last ${shown} are listed.`,
      replay: 'Replay in a new window',
      replayAt: (time: string) => `Replay ${time} in a new window`
    },
    undo: 'Undo',
    deleted: (alert: string) => `Deleted: ${alert}`,
    title: 'Alerts',
    empty: {
      sentence:
        'Leadline can watch prices, moves, a peg, spreads, sizes, costs, missing data and the connection itself.',
      title: 'No alerts yet'
    },
    unconnected: { sentence: 'Connect to see and add alerts.', title: 'Alerts belong to a connection' },
    row: {
      delete: 'Delete',
      deleteNamed: (alert: string) => `Delete: ${alert}`,
      edit: 'Edit',
      editNamed: (alert: string) => `Edit: ${alert}`,
      armed: (alert: string) => `Armed: ${alert}`
    },
    count: {
      blindHint: (alerts: number) => `${number(alerts)} cannot be evaluated now.`,
      unseenHint: (alerts: number) => `${number(alerts)} fired and not acknowledged.`,
      unseen: 'new',
      armed: 'armed'
    },
    fired: {
      clearWarning: (entries: number) =>
        `${count(entries, 'entry', 'entries')} of this connection will be deleted. The alert rules stay.`,
      tab: 'Fired',
      clearConfirm: 'Clear',
      clearTitle: 'Clear fired alerts?',
      older: 'Show older',
      title: 'Fired alerts',
      clear: 'Clear',
      seen: 'Acknowledge all',
      acknowledge: 'Acknowledge',
      acknowledgeNamed: (alert: string) => `Acknowledge: ${alert}`,
      escalated: (time: string) => `Escalated ${time}`,
      evidence: {
        waits: 'Keeping evidence…',
        show: 'Show evidence',
        showNamed: (alert: string) => `Show evidence: ${alert}`,
        notKept: (reason: string) => `No evidence kept: ${reason}`
      },
      empty: {
        sentence:
          'The last thousand fired alerts of each connection are kept here with the values of that moment.',
        title: 'No alert has fired'
      },
      new: 'New'
    },
    fields: {
      change: 'Move at least (%)',
      moves: 'Moves',
      minutes: 'Within (minutes)',
      peg: 'Peg',
      offPeg: 'Off by at least (bp)',
      offFor: 'For (s)',
      below: 'Size below',
      belowIn: (currency: string) => `Size below (${currency})`,
      distanceInBasisPoints: 'Distance from the mid (bp)',
      costSide: 'Order',
      costSize: 'Size',
      unit: 'Size in',
      costLimit: 'Cost at least (bp)',
      refusalHint: 'A refusal counts at once.',
      outage: 'Disconnected for (s)',
      silence: 'No data for (s)',
      levels: 'Levels per side',
      imbalance: 'Imbalance at least (%)',
      heavier: 'Heavier side',
      window: 'Time window (s)',
      measure: 'Measure',
      size: 'Size at least',
      sizeIn: (currency: string) => `Size at least (${currency})`,
      aggressor: 'Aggressor',
      price: 'Price',
      distance: 'Distance from the mid (%)',
      where: 'Where',
      restingSide: 'Resting on',
      spread: 'At least, in basis points of the mid',
      direction: 'Crosses',
      source: 'Source',
      marketExample: 'BTCUSD',
      market: 'Market',
      scope: 'Scope'
    },
    measure: { window: 'Total within a time', one: 'One execution' },
    aggressor: { sellers: 'Sellers (inferred)', buyers: 'Buyers (inferred)' },
    moves: { either: 'Up or down', up: 'Up', down: 'Down' },
    orders: { either: 'Buy or sell', buy: 'Buy', sell: 'Sell' },
    sides: { either: 'Either side', asks: 'Asks', bids: 'Bids' },
    where: { at: 'At one price', near: 'Within a distance of the mid' },
    direction: { down: 'Downwards', up: 'Upwards', either: 'In either direction' },
    source: { mid: 'Mid', ask: 'Best ask', bid: 'Best bid', last: 'Last trade' },
    scope: { any: 'Any market in the watchlist', one: 'One market' },
    show: 'Show',
    notConnected: 'Not connected',
    errors: {
      percent: 'Enter a percentage above 0, up to 100.',
      basisPoints: 'Enter basis points above 0, up to 10,000.',
      number: (example: string, sample: string) => `Enter ${example}, for example ${sample}.`,
      symbol: (max: number) => `A symbol has at most ${max} characters and no spaces.`,
      market: 'Enter the symbol of a market, for example BTCUSD.',
      whole: (name: string, min: number, max: number) =>
        `Enter a whole number of ${name} from ${min} to ${max}.`
    },
    examples: {
      price: 'a price above zero',
      size: 'a size above zero',
      basisPoints: 'a number of basis points above zero'
    },
    kinds: {
      connection: {
        hint: 'The stream is down for that time, or the service refuses it.',
        title: 'Connection lost'
      },
      stale: {
        hint: 'The stream is connected, but no message of the market arrived or its book was not live for that time. A quiet market counts too.',
        title: 'No market data'
      },
      imbalance: {
        hint: 'The difference between the sides in percent of their total, over the best levels.',
        title: 'Book imbalance'
      },
      traded: {
        hint: 'Counts from now on, by the times of the trades; each trade counts once. The service does not report the aggressor: it is inferred.',
        title: 'Traded size'
      },
      resting: {
        hint: 'Checked with every change of the book, each side separately. If that size already rests there, the alert fires at once.',
        title: 'Resting size'
      },
      move: {
        hint: 'Compares each trade with the highest and lowest price in force within that time. Counts from now on; a move that fired is not counted again.',
        title: 'Price moves'
      },
      vwap: {
        hint: 'The volume-weighted average price since 00:00 UTC, of the trades that were seen. After a gap in the trades, the next cross counts.',
        title: 'Price crosses VWAP'
      },
      peg: {
        hint: 'The mid is off the peg, in either direction, for that time without a break. A gap in the data restarts the time.',
        title: 'Off its peg'
      },
      depth: {
        hint: 'Checked with every change of the book, each side separately. Not evaluated while the book is crossed or has one side only.',
        title: 'Thin depth'
      },
      cost: {
        hint: 'The average price of taking the size at once, against the mid. A book that lacks the size counts too. Not evaluated while the book is crossed.',
        title: 'Cost of a size'
      },
      spread: {
        hint: 'Checked with every change of the book. If the spread is already that wide, the alert fires at once.',
        title: 'Wide spread'
      },
      price: {
        hint: 'Fires when the price reaches or crosses the level. A price that is beyond it now has to come back first. The level is drawn in chart and order book.',
        title: 'Price crosses a level'
      }
    },
    table: {
      note: 'Note',
      values: 'Values',
      firedWhen: 'Fired when',
      market: 'Market',
      time: 'Time',
      lastFired: 'Last fired',
      delivery: 'Delivery',
      armed: 'Armed',
      firesWhen: 'Fires when'
    }
  }
})
