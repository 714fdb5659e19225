import { choose, count, number, plural } from '#shared/messages/language'

const markets = (all: number) => count(all, 'market')

export const recordingsText = choose({
  en: {
    title: 'Recordings',
    total: (size: string, days: number) => `${size} in ${count(days, 'day')}`,
    reading: 'Reading…',
    sealing: (hour: string) => `Writing Parquet: ${hour}`,
    readingRows: 'Reading the recordings',
    notRead: 'The recordings could not be read',
    addShared: 'Desk recordings…',
    addSharedTip: 'Choose the folder in which the desk shares recordings',
    openFolder: 'Open folder',
    settings: 'Recording settings',
    cancel: 'Cancel',
    progress: 'Progress',
    import: 'Import…',
    move: 'Move…',
    moveTip: 'Keep the recordings in another folder',
    moved: (path: string) => `Recordings moved to ${path}`,
    job: {
      verify: (day: string, percent: string) => `Verifying ${day} · ${percent}`,
      remove: (day: string, percent: string) => `Deleting ${day} · ${percent}`,
      export: (day: string, percent: string) => `Exporting ${day} · ${percent}`,
      evidence: (_day: string, percent: string) => `Keeping evidence · ${percent}`,
      import: (day: string, percent: string) => `Importing ${day} · ${percent}`,
      fetch: (day: string, percent: string) => `Fetching ${day} · ${percent}`,
      move: (_day: string, percent: string) => `Moving recordings · ${percent}`
    },
    days: (days: number, from: string, to: string) => `${count(days, 'day')} (${from} – ${to})`,
    connections: (all: number) => count(all, 'connection'),
    selection: {
      label: 'Selected days',
      about: (days: number, size: string) => `${count(days, 'day')} selected · ${size}`,
      clear: 'Clear selection'
    },
    off: 'Recording is turned off. Nothing new is recorded.',
    turnOn: 'Turn on',
    empty: {
      title: 'Nothing recorded yet',
      off: 'Recording is turned off.',
      idle: 'Everything the stream sends is recorded while a connection with markets is in use.',
      feed: 'The desk’s collectors record; this computer does not. Their recordings appear here a few minutes after they are shared.',
      starting: 'The first day appears once messages of the stream are on disk.',
      connections: 'Connections'
    },
    columns: {
      day: 'Day (UTC)',
      times: 'Recorded',
      strip: '00:00 – 24:00',
      gaps: 'Gaps',
      markets: 'Markets',
      messages: 'Messages',
      size: 'Size',
      integrity: 'Integrity'
    },
    connection: {
      former: (digest: string) => `Former connection ${digest}`,
      imported: (name: string) => `${name} (imported)`,
      desk: (name: string) => `${name} (desk)`,
      fetched: (used: string, limit: number) => `Fetched: ${used} of ${limit} GB`,
      notFetched: (size: string, days: number) => `${size} not fetched, ${count(days, 'day')}`,
      source: (sources: string) => `Source: ${sources}`,
      budget: (used: string, limit: number, days: number, maxDays: number) =>
        `Log: ${used} of ${limit} GB, ${days} of ${count(maxDays, 'day')}`,
      pinned: (size: string) => `${size} pinned, not counted`,
      parquet: (used: string, limit: number, days: number, maxDays: number) =>
        `Parquet: ${used} of ${limit} GB, ${days} of ${count(maxDays, 'day')}`,
      removed: (size: string, at: string) => `${size} deleted so far, last on ${at}`
    },
    row: {
      recording: 'Recording now',
      pinned: 'Pinned: never deleted automatically',
      partlyPinned: (ranges: number) => `${count(ranges, 'pinned range')}: never deleted automatically`,
      noGaps: 'None',
      gaps: (gaps: string, time: string) => `${gaps} · ${time}`,
      unreadable: 'Unreadable',
      notVerified: 'Not verified',
      intact: 'Intact',
      damaged: (places: number) => `${number(places)} damaged`,
      verifying: 'Verifying…',
      notFetched: 'Not fetched',
      partlyFetched: (size: string) => `${size} not fetched`,
      strip: (recorded: string, gaps: number) => `Recorded ${recorded}, ${count(gaps, 'gap')}`
    },
    detail: {
      of: (connection: string) => `Recorded from ${connection}`,
      days: (days: number) => count(days, 'day'),
      first: 'First message',
      last: 'Last message',
      messages: 'Messages',
      gaps: 'Gaps',
      size: 'Size on disk',
      shared: 'Not fetched',
      source: 'Source',
      sharedOf: (segments: number, size: string) => `${count(segments, 'segment')}, ${size}`,
      ofDesk: (connection: string) => `Shared by the desk: ${connection}`,
      pinned: 'Pinned',
      parquet: 'Parquet',
      removed: 'Deleted so far',
      removedOf: (segments: number, size: string) => `${count(segments, 'segment')}, ${size}`,
      removedLast: 'Last deleted',
      facts: 'Recording',
      markets: 'Markets',
      integrity: 'Integrity',
      notVerified: 'Not verified since Leadline was started.',
      intact: (at: string, items: string) => `Verified ${at}: ${items} messages, nothing altered or missing.`,
      damaged: (at: string, places: number) =>
        `Verified ${at}: ${count(places, 'place')} damaged. The rest is intact and can be replayed.`,
      more: (places: number) => `and ${count(places, 'more place', 'more places')}`
    },
    actions: {
      replay: 'Replay',
      verify: 'Verify',
      verifyAll: 'Verify all days',
      pin: 'Pin',
      unpin: 'Unpin',
      unpinRanges: 'Unpin ranges',
      export: 'Export…',
      exportAll: 'Export all days…',
      remove: 'Delete…',
      removeAll: 'Delete all days…',
      unreadable: 'This day cannot be read.',
      fetch: 'Fetch',
      fetchAll: 'Fetch all days',
      fetchAndReplay: 'Fetch and replay',
      replayHere: 'Replay fetched part'
    },
    unavailable: {
      busy: 'Wait until the running job has finished',
      pinned: 'Unpin the day to delete it',
      none: 'Nothing is recorded'
    },
    remove: {
      title: 'Delete recordings?',
      action: 'Delete',
      what: (days: string, connection: string, size: string) =>
        `This deletes ${days} of ${connection}: ${size}, with its trades and keyframes.`,
      messages: (messages: string, all: number) => `${messages} messages of ${markets(all)} will be lost.`,
      open: 'The segment that is being written is kept.',
      pinned: (days: number) =>
        `${count(days, 'pinned day')} ${plural(days, { one: 'is', other: 'are' })} kept.`,
      pinnedRanges: 'Pinned ranges are kept.',
      after:
        'Parquet files are kept until they reach their own limits. The deletion is listed in removed.tsv, and cannot be undone.'
    },
    unpin: {
      title: 'Unpin old recordings?',
      action: 'Unpin',
      what: (days: string, maxDays: number) =>
        `Recordings older than ${count(maxDays, 'day')} are deleted unless they are pinned. ${days} will be deleted within a minute.`
    },
    verified: {
      intact: (days: number) => `${count(days, 'day')} verified: nothing altered or missing.`,
      damaged: (days: number) => `${count(days, 'day')} damaged. Select it to see where.`
    },
    removed: (days: number) => `${count(days, 'day')} deleted.`,
    export: {
      title: 'Export recordings',
      what: (days: string, connection: string, size: string) => `${days} of ${connection}: ${size} on disk.`,
      format: 'Format',
      formats: { parquet: 'Parquet', csv: 'CSV', raw: 'Raw log' },
      about: {
        parquet:
          'Books, trades, quotes, states and depth for DuckDB, pandas, Spark and others, in a folder for each table, market and day.',
        csv: 'Books, trades, quotes, states and depth for spreadsheets, one file for each table, market and day. Several times as large as Parquet.',
        raw: 'The files as they were recorded. They can be imported into another Leadline, and prove that nothing was altered.'
      },
      markets: 'Markets',
      allMarkets: 'Select all',
      noMarkets: 'Clear',
      from: 'From (UTC, optional)',
      to: 'To (UTC, optional)',
      placeholder: (day: string) => `e.g. ${day} 09:30`,
      wrongOrder: 'Must be later than the start',
      segments: 'The raw log has whole segments of up to an hour.',
      run: 'Choose folder…'
    },
    exported: {
      done: (files: number, path: string) => `${count(files, 'file')} exported to ${path}`,
      damaged: (places: number) =>
        `${count(places, 'place')} of the recording ${plural(places, { one: 'is', other: 'are' })} damaged and not in the files. Verify the days to see where.`,
      check: 'To verify the files: sha256sum -c SHA256SUMS'
    },
    fetchTimes: { title: 'Time to fetch (UTC)', from: 'From', to: 'To' },
    fetched: {
      title: 'Fetch finished',
      summary: (segments: number, skipped: number) =>
        `${count(segments, 'segment')} fetched and verified` +
        (skipped > 0 ? `, ${count(skipped, 'segment')} already here.` : '.'),
      refused: (segments: number) => `${count(segments, 'segment')} not fetched`
    },
    imported: {
      title: 'Import finished',
      summary: (days: number, segments: number, skipped: number) =>
        (segments > 0
          ? `${count(days, 'day')} imported (${count(segments, 'segment')})`
          : 'Nothing imported') + (skipped > 0 ? `, ${count(skipped, 'segment')} already here.` : '.'),
      nothing: 'Nothing to import: everything in this folder is already here.',
      pinned: 'Imported days are pinned, so the limits on age and size do not delete them.',
      refused: (segments: number) => `${count(segments, 'segment')} not imported`,
      more: (segments: number) => `and ${number(segments)} more`
    }
  }
})
