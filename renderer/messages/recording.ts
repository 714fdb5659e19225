import { choose, count } from '#shared/messages/language'

export const recordingViewText = choose({
  en: {
    title: 'Recording',
    about: 'Everything the stream sends is kept on this computer, as it came, without secrets.',
    toggle: 'Record the stream',
    toggleAbout:
      'All markets of the watchlist are recorded, whether they are shown or not. Charts, trades and statistics begin with what was recorded; without a recording, they begin empty at each start. The files are compressed text (gzip), in the folder under Your data.',
    days: { title: 'Keep for', value: (days: number) => (days === 365 ? '1 year' : count(days, 'day')) },
    size: {
      title: 'Use at most, per connection',
      value: (gigabytes: number) => `${gigabytes} GB`,
      local: 'The recording of the local sandbox uses at most 1 GB.'
    },
    parquet: {
      toggle: 'Write Parquet files',
      toggleAbout:
        'Each hour that is closed is also written for DuckDB, pandas, Spark and others, in the background and not on battery power. The log of an hour is then kept until its Parquet files are verified. This needs about two thirds of the disk space of the log again, and at 1,000 messages a second about 3% of one processor core.',
      days: {
        title: 'Keep Parquet files for',
        about:
          'They have limits of their own: their hours can be kept after the log of that time was deleted.'
      },
      size: {
        title: 'Use at most for Parquet files, per connection',
        local: 'Those of the local sandbox use at most 1 GB.'
      },
      sealing: (hour: string) => `Writing the Parquet files of ${hour} (UTC).`,
      battery: 'Parquet files are written when the computer is plugged in.'
    },
    budget: 'The oldest hours are deleted first. What was deleted is listed in removed.tsv.',
    phase: {
      off: 'Recording is turned off. Recordings made before are kept.',
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
