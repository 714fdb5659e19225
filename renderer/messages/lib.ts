import { choose, count } from '#shared/messages/language'

export const libText = choose({
  en: {
    alertsFired: (alerts: number, shown: string) => `${count(alerts, 'alert', 'alerts', shown)} fired`,
    newestAlert: (alert: string) => `Latest: ${alert}`,
    noView: {
      address: 'Deposit addresses are not available here.',
      conversion: 'Conversions are not available here.',
      statement: 'Statements are not available here.'
    },
    onlyIn: { live: 'Only in a live window', replay: 'Only in a replay' },
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    keys: { meta: 'Meta', shift: 'Shift', alt: 'Alt', control: 'Ctrl', escape: 'Esc', space: 'Space' },
    table: { time: 'Time', state: 'State', source: 'Source', panel: 'Panel' },
    plot: { highest: (value: string) => `highest ${value}`, none: 'no data yet' },
    sounds: {
      alarm: 'Alarm',
      chord: 'Rising chord',
      knock: 'Knock',
      bell: 'Bell',
      down: 'Two notes down',
      up: 'Two notes up',
      none: 'No sound'
    },
    actions: {
      edit: 'Edit the connection',
      choose: 'Choose a connection',
      connect: 'Connect…',
      tryNow: 'Try now',
      sandbox: 'Connect to the local sandbox',
      open: 'Open connection'
    },
    attribution: 'Charts: TradingView Lightweight Charts™',
    backedUp: (size: string) => `Backed up ${size}. Secrets are not included.`,
    clock: {
      datedAhead: (time: string, offset: string) =>
        `The service dated this trade ${time}, ${offset} ahead of its own clock. Shown at the time it arrived.`,
      changed: (offset: string) => `clock changed ${offset}`
    },
    /** Of the desk's recordings. */
    notFetched: {
      more: (size: string) => `The desk has ${size} more of this time.`,
      fetch: (size: string) => `Fetch ${size}`,
      again: 'Try again',
      next: (time: string) => `Next try at ${time}.`
    },
    fetchDays: {
      missing: (missing: number, all: number, size: string) =>
        `${missing} of ${count(all, 'day')} ${missing === 1 ? 'is' : 'are'} not completely on this computer: the desk has up to ${size} more.`,
      fetch: (days: number) => (days === 1 ? 'Fetch it' : 'Fetch them')
    },
    notShared: {
      yet: 'not shared yet',
      expected: (time: string) => `not shared yet, expected at ${time}`,
      sentence: 'The desk has not shared this time yet.',
      expectedSentence: (time: string) => `The desk has not shared this time yet. It is expected at ${time}.`
    },
    typedTime: {
      invalid: (example: string) =>
        `Not a valid time, e.g. ${example}, 14:02:11, yesterday 9:30, fri 16:00 or -15m`,
      weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
      /** As typed. */
      words: {
        now: 'now',
        ago: 'ago',
        at: 'at',
        last: 'last',
        today: 'today',
        yesterday: 'yesterday',
        noon: 'noon',
        midnight: 'midnight',
        units: [
          ['ms'],
          ['s', 'sec', 'secs', 'second', 'seconds'],
          ['m', 'min', 'mins', 'minute', 'minutes'],
          ['h', 'hr', 'hrs', 'hour', 'hours'],
          ['d', 'day', 'days'],
          ['w', 'week', 'weeks']
        ]
      }
    },
    nextTry: { in: (wait: string) => `Next try in ${wait}`, now: 'Next try now' },
    unavailable: 'Not available in this view',
    notConnected: 'Not connected.',
    entries: { good: 'Good: ', bad: 'Problem: ', warning: 'Warning: ', quiet: '' },
    request: (id: string) => `Request ${id}`
  }
})
