import { choose, count, number, plural } from '#shared/messages/language'

const markets = (all: number) => count(all, 'market')

export const recordingsText = choose({
  en: {
    title: 'Recordings',
    total: (size: string, days: number) => `${size} in ${count(days, 'day')}`,
    reading: 'Reading…',
    readingRows: 'Reading the recordings',
    notRead: 'The recordings could not be read',
    openFolder: 'Open folder',
    settings: 'Recording settings',
    cancel: 'Cancel',
    progress: 'Progress',
    job: {
      verify: (day: string, percent: string) => `Verifying ${day} · ${percent}`,
      remove: (day: string, percent: string) => `Deleting ${day} · ${percent}`
    },
    off: 'Recording is turned off. Nothing new is recorded.',
    turnOn: 'Turn on',
    empty: {
      title: 'Nothing recorded yet',
      off: 'Recording is turned off.',
      idle: 'Everything the stream sends is recorded while a connection with markets is in use.',
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
      budget: (used: string, limit: number, days: number, maxDays: number) =>
        `${used} of ${limit} GB, ${days} of ${count(maxDays, 'day')}`,
      pinned: (size: string, days: number) => `${size} in ${count(days, 'pinned day')} not counted`,
      parquet: (size: string) => `${size} Parquet`,
      removed: (size: string, at: string) => `${size} deleted so far, last on ${at}`
    },
    row: {
      recording: 'Recording now',
      pinned: 'Pinned: never deleted automatically',
      noGaps: 'None',
      gaps: (gaps: string, time: string) => `${gaps} · ${time}`,
      unreadable: 'Unreadable',
      notVerified: 'Not verified',
      intact: 'Intact',
      damaged: (places: number) => `${number(places)} damaged`,
      verifying: 'Verifying…',
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
        `Verified ${at}: ${count(places, 'place')} damaged. ${plural(places, {
          one: 'The rest is',
          other: 'All others are'
        })} intact and can be replayed.`,
      more: (places: number) => `and ${count(places, 'more place', 'more places')}`
    },
    actions: {
      replay: 'Replay',
      verify: 'Verify',
      verifyAll: 'Verify all days',
      pin: 'Pin',
      unpin: 'Unpin',
      remove: 'Delete…',
      removeAll: 'Delete all days…',
      unreadable: 'Nothing in this day can be read.'
    },
    unavailable: {
      busy: 'Wait until verifying or deleting has finished',
      pinned: 'Unpin the day to delete it',
      none: 'Nothing is recorded'
    },
    remove: {
      title: 'Delete recordings?',
      action: 'Delete',
      what: (days: string, connection: string, size: string) =>
        `This deletes ${days} of ${connection}: ${size}, with its trades and keyframes.`,
      days: (days: number, from: string, to: string) => `${count(days, 'day')} (${from} – ${to})`,
      messages: (messages: string, all: number) => `${messages} messages of ${markets(all)} are lost.`,
      open: 'The segment that is being written is kept.',
      pinned: (days: number) =>
        `${count(days, 'pinned day')} ${plural(days, { one: 'is', other: 'are' })} kept.`,
      after: 'Parquet files are kept. The deletion is listed in removed.tsv, and cannot be undone.'
    },
    verified: {
      intact: (days: number) => `${count(days, 'day')} verified: nothing altered or missing.`,
      damaged: (days: number) => `${count(days, 'day')} damaged. Select it to see where.`
    },
    removed: (days: number) => `${count(days, 'day')} deleted.`
  }
})
