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
    verify: 'Verify',
    cancel: 'Cancel',
    verifying: (size: string) => `Verifying: ${size} read.`,
    intact: (at: string, items: string) => `Verified ${at}: ${items} items, nothing altered or missing.`,
    damaged: (at: string, places: number, items: string) =>
      `Verified ${at}: ${count(places, 'place')} damaged. The other ${items} items are intact.`
  }
})
