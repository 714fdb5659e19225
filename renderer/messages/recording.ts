import { choose, count } from '#shared/messages/language'

export const recordingViewText = choose({
  en: {
    title: 'Recording',
    about: 'Everything the stream sends is saved on this computer exactly as received, without secrets.',
    toggle: 'Record the stream',
    toggleAbout:
      'All markets on the watchlist are recorded, shown or not. Charts, trades and statistics continue from the recording; without one, they start empty. The files are compressed text (gzip), in the folder under Your data.',
    delete: 'Delete',
    question: 'Delete older recordings?',
    days: {
      title: 'Keep for',
      value: (days: number) => (days === 365 ? '1 year' : count(days, 'day')),
      loss: (age: string) => `Recordings older than ${age} will be deleted now. Pinned days stay.`
    },
    size: {
      title: 'Maximum size per connection',
      value: (gigabytes: number) => `${gigabytes} GB`,
      loss: (size: string) =>
        `The oldest recordings beyond ${size} per connection will be deleted now. Pinned days stay.`,
      local: 'The recording of the local sandbox uses at most 1 GB.'
    },
    parquet: {
      toggle: 'Write Parquet files',
      toggleAbout:
        'Each completed hour is also written for DuckDB, pandas, Spark and others, in the background and not on battery power. Its log is then kept until the Parquet files are verified. They add about two thirds of the log’s size and, at 1,000 messages a second, about 3% of one processor core.',
      question: 'Delete older Parquet files?',
      days: {
        title: 'Keep Parquet files for',
        loss: (age: string) => `Parquet files older than ${age} will be deleted now.`,
        about:
          'Parquet files have limits of their own and can be kept after the log of the same hours is deleted.'
      },
      size: {
        title: 'Maximum size of Parquet files per connection',
        loss: (size: string) => `The oldest Parquet files beyond ${size} per connection will be deleted now.`,
        local: 'Parquet files of the local sandbox use at most 1 GB.'
      },
      sealing: (hour: string) => `Writing the Parquet files of ${hour} (UTC).`,
      battery: 'Parquet files will be written when the computer is plugged in.'
    },
    shared: {
      title: 'Desk recordings',
      about:
        'Collectors of a desk can share their recordings. Those on the server of a desk feed appear in Recordings while you use that connection; those in a folder once you choose it. They are fetched and verified when you replay them, or when charts of a desk feed need them.',
      none: 'No folder chosen',
      choose: 'Choose folder…',
      change: 'Change…',
      stop: 'Stop using',
      size: 'Maximum size of fetched recordings per connection',
      sizeAbout: 'The least recently used hours are deleted first. Pinned days do not count.'
    },
    budget: 'The oldest hours are deleted first. What was deleted is listed in removed.tsv.',
    phase: {
      off: 'Recording is turned off. Existing recordings are kept.',
      idle: 'Nothing to record: no connection with markets is in use.',
      starting: 'The recorder is starting.',
      empty: 'Recording.',
      recording: (since: string, size: string) => `Recording since ${since}: ${size} on disk.`,
      interrupted: 'Not recording'
    },
    dropped: (shown: string, messages: number) =>
      messages === 1 ? '1 message was not recorded.' : `${shown} messages were not recorded.`,
    move: 'Move…',
    moveTip: 'Keep the recordings in another folder',
    verify: 'Verify',
    cancel: 'Cancel',
    verifying: (size: string) => `Verifying: ${size} read.`,
    intact: (at: string, items: string) => `Verified ${at}: ${items} items, nothing altered or missing.`,
    damaged: (at: string, places: number, items: string) =>
      `Verified ${at}: ${count(places, 'place')} damaged. The other ${items} items are intact.`
  }
})
