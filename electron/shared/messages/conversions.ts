import { choose, count, number } from './language'

export const conversionText = choose({
  en: {
    connection: {
      notConnected: 'Not connected.',
      settingUp: 'The connection is being set up.',
      off: (name: string) => `Conversions are turned off in the connection ${name}.`,
      ended: 'The connection ended before the answer arrived.'
    },
    lookUp: {
      noId: (example: string) => `No conversion ID found in this text. IDs look like ${example}.`,
      busy: 'Other IDs are being looked up. Wait until they are done, or stop them.',
      stopped: 'Stopped before the answer arrived.',
      gone: 'This conversion is no longer in the history.',
      full: (max: number) =>
        `The history is full: the limit is ${number(max)} conversions. Save it as CSV, then remove the oldest entries.`,
      tooLarge: 'The answer for this conversion is too large to be saved.'
    },
    file: {
      title: 'conversions',
      lost: (entries: number) => `${count(entries, 'entry', 'entries')} could not be read in full`,
      someLost: 'some of it could not be read'
    },
    quotes: {
      noTime: 'The time of the conversion cannot be read, so there is no quote for it.'
    },
    notification: {
      pair: (amount: string, from: string, to: string) => `${amount} ${from} to ${to}`,
      status: (status: string) => `Conversion: ${status}`,
      settled: 'Conversion settled',
      cancelled: 'Conversion cancelled',
      late: 'Conversion is taking longer than usual',
      usual: (minutes: number, usual: string, settled: number) =>
        `Underway for ${number(minutes)} min. Usual: up to ${usual} (95% of ${number(settled)} settled).`,
      stopped: 'Conversion no longer watched',
      manyStopped: (conversions: number) => `${count(conversions, 'conversion')} no longer watched`
    }
  }
})
