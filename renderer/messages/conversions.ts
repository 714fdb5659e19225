import { choose, count } from '#shared/messages/language'

/** `shown` is a number as the user's settings write it. */
export const conversionsText = choose({
  en: {
    title: 'Conversions',
    counts: (lookedUp: string, watched: string) => `${lookedUp} looked up · ${watched} watched`,
    progress: 'Looking up',
    progressOf: (done: string, ids: number, shown: string) => `${done} of ${count(ids, 'ID', 'IDs', shown)}`,
    stop: 'Stop',
    exportCsv: 'Export CSV…',
    exportWatched: 'Export watched…',
    exported: (path: string) => `Conversions saved to ${path}.`,
    notRead: 'The conversions could not be read',
    reading: 'Reading conversions',
    historyNotRead: 'The history could not be read.',
    noRows: 'The history could not be read',
    history: 'Conversions looked up',
    found: {
      none: 'Nothing found',
      noneFor: (search: string) =>
        `No conversion in the history has “${search}” in its ID, note, amount, assets, status, reference or metadata.`,
      showAll: 'Show the whole history'
    },
    remove: {
      title: 'Remove this conversion?',
      action: 'Remove',
      text: 'The conversion and its note will be removed from the history on this computer. The conversion itself is not affected, and you can look it up again by its ID.'
    },
    failures: {
      title: (ids: number) => `${count(ids, 'ID', 'IDs')} could not be looked up`,
      tryFirst: (ids: number) => `Try the first ${ids} again`,
      tryAll: 'Try all again',
      tryAgain: 'Try again',
      tryOne: (id: string) => `Try again: ${id}`,
      dismiss: 'Dismiss',
      dismissOne: (id: string) => `Dismiss ${id}`,
      waiting: (reason: string) => `${reason} It will be looked up as soon as possible.`
    },
    lookUp: {
      label: 'Conversion IDs',
      hint: 'Conversion ID, or any text that contains IDs',
      found: (ids: number, shown: string) => `${count(ids, 'ID', 'IDs', shown)} found`,
      foundMany: (shown: string, max: number) => `${shown} IDs found, ${max} at a time`,
      run: 'Look up',
      clipboard: 'From clipboard',
      watch: 'Watch until final',
      search: 'Search the history',
      busy: 'Other IDs are being looked up.',
      queued: 'Queued: these are next.',
      noId: (example: string) => `No conversion ID found in this text. IDs look like ${example}.`,
      clipboardEmpty: 'The clipboard contains no conversion ID.',
      clipboardMore: (ids: number) => `${count(ids, 'more ID', 'more IDs')} on the clipboard skipped.`,
      connectionChanged: 'The connection changed before these IDs were found.',
      result: (found: number, ids: number) => `${found} of ${ids} found.`
    },
    room: {
      title: 'Remove the oldest entries?',
      action: 'Remove',
      text: (entries: number) =>
        `The ${count(entries, 'conversion')} looked up longest ago will be removed from the history on this computer. Conversions with a note and watched conversions are kept. You can look up the others again by their IDs, which the CSV contains.`
    },
    empty: {
      title: 'No conversions looked up yet',
      text: 'Paste a conversion ID above, or any text that contains IDs: a message, a table or a log. Leadline shows the status of each conversion, keeps it here with your notes, and watches it until it is settled or cancelled.',
      type: 'Type or paste an ID',
      tryExamples: (examples: number) => `Try ${examples} of the local sandbox`,
      examples: 'IDs of the local sandbox'
    },
    notices: {
      connectFirst: (absent: string) => `${absent} Connect to look up conversions.`,
      historyStays: (absent: string) => `${absent} Your history is still here.`,
      connectFirstHistoryStays: (absent: string) =>
        `${absent} Connect to look up conversions. Your history is still here.`,
      full: (max: string) =>
        `The history is full: the limit is ${max} conversions. Save it as CSV before you remove entries; nothing is removed automatically.`,
      saveAll: 'Save all as CSV…',
      makeRoom: 'Make room…'
    },
    unavailable: {
      elsewhere: 'Available in Conversions',
      noRows: 'No conversions are shown'
    },
    columns: {
      lookedUp: 'Looked up',
      amount: 'Amount',
      pair: 'Pair',
      status: 'Status',
      created: 'Created',
      createdUtc: 'Created, UTC',
      ended: 'Ended',
      endedUtc: 'Ended, UTC',
      note: 'Note',
      refId: 'Ref ID',
      id: 'ID',
      watch: 'Next check'
    },
    row: {
      underway: (time: string) => `underway ${time}`,
      ago: (time: string) => `${time} ago`,
      pair: (from: string, to: string) => `${from} to ${to}`,
      to: 'to',
      watch: 'Watch until final',
      watched: 'Watched until final (press W to stop)',
      notWatched: 'Not watched (press W to watch)'
    },
    watching: {
      offline: 'Waiting for a connection',
      nextNow: 'Next check now',
      nextIn: (wait: string) => `Next check in ${wait}`,
      off: 'Not watched',
      ended: 'No longer watched',
      shortOffline: 'offline',
      shortNow: 'now',
      shortIn: (wait: string) => `in ${wait}`,
      shortEnded: 'ended'
    },
    detail: {
      title: 'Conversion',
      notRead: 'The conversion could not be read',
      reading: 'Reading the conversion',
      timeline: 'Timeline',
      allFields: 'All fields',
      metadata: 'Metadata',
      statusHistory: 'Status history',
      newest: 'Latest answer',
      final: 'The conversion is final.',
      copyId: 'Copy ID',
      idCopied: 'ID copied.',
      copyJson: 'Copy as JSON',
      jsonCopied: 'Conversion copied as JSON.',
      refresh: 'Check now',
      remove: 'Remove…',
      checkFailed: 'Last check failed',
      noLongerWatched: 'No longer watched',
      showLess: 'Show less',
      showAll: 'Show all'
    },
    note: {
      label: 'Note',
      hint: 'Stored only on this computer',
      saving: 'Saving…',
      failed: 'Not saved'
    },
    quote: {
      at: (time: string) => `Seen at ${time}`,
      mid: 'mid',
      spread: 'spread',
      bid: 'bid',
      ask: 'ask',
      basisPoints: (points: string) => `${points} bp`
    },
    timeline: {
      created: 'Created',
      updated: 'Updated',
      settled: 'Settled',
      cancelled: 'Cancelled',
      unknownDelay: 'after an unknown time',
      underway: 'Underway',
      underwayFor: (time: string) => `Underway for ${time}`,
      usual: (usual: string, settled: number, shown: string) =>
        `Usual: up to ${usual} (95% of ${count(settled, 'settled conversion', 'settled conversions', shown)} of this pair)`,
      late: 'Longer than usual',
      total: 'From creation to end:',
      noMarket: (from: string, to: string) =>
        `There is no market for ${from} and ${to}, so no quote is shown.`,
      inverted: (market: string) => `The market for this pair is ${market}, quoted the other way round.`
    },
    fields: {
      id: 'ID',
      status: 'Status',
      amount: 'Amount',
      source_asset: 'From',
      target_asset: 'To',
      created_at: 'Created',
      updated_at: 'Updated',
      settled_at: 'Settled',
      cancelled_at: 'Cancelled',
      profile_id: 'Profile',
      recipient_profile_id: 'Recipient profile',
      ref_id: 'Ref ID',
      identity_id: 'Identity',
      account_id: 'Account'
    }
  }
})
