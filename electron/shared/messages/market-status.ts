import { choose } from './language'

export const marketStatusText = choose({
  en: {
    sentences: {
      lastReceived: 'These are the last figures received.',
      asOf: (time: string) => `Figures as of ${time}.`,
      rebuilding: 'The book is being rebuilt.',
      declined: 'The service declined this market.',
      quiet: 'Live. The service is responding, but this market has been quiet for a while.',
      crossed: 'The best bid is at or above the best ask.',
      paused: 'These figures are paused.',
      stale: 'No data is arriving from the service.',
      awaiting: 'Waiting for the first snapshot of the book.',
      unsubscribed: 'This market is not subscribed yet.'
    },
    empty: {
      nothing: 'Nothing received.',
      paused: 'Nothing received while paused.',
      yet: 'Nothing received yet.'
    },
    words: {
      quiet: 'Quiet',
      crossed: 'Crossed',
      paused: 'Paused',
      noTrades: 'No trades',
      stale: 'Stale',
      rebuilding: 'Rebuilding',
      overdue: 'Overdue',
      awaiting: 'Awaiting',
      unsubscribed: 'Not subscribed',
      declined: 'Declined',
      unavailable: 'Unavailable'
    },
    replayed: {
      word: 'Replay',
      unrecorded: 'Not recorded',
      sentence: 'The market as it was recorded at this time. It is not live.',
      empty: 'Nothing recorded.',
      unread: 'Nothing was read of the recording yet.',
      unreadEmpty: 'Nothing read yet.',
      sentences: {
        declined: 'The service declined this market at this time.',
        unrecorded: 'This market was not recorded at this time.',
        awaiting: 'The first snapshot of the book had not arrived at this time.',
        overdue: 'The book could not be built at this time.',
        rebuilding: 'The book was being rebuilt at this time.',
        stale: 'No data arrived from the service at this time.',
        'trades-declined': 'No trades arrived at this time.',
        crossed: 'The best bid was at or above the best ask.',
        quiet: 'The service was responding, but this market had been quiet for a while.'
      }
    },
    nextStep: {
      resume: 'Resume to see the newest.',
      retries: 'Leadline retries automatically.',
      chooseOrWait: 'Choose another market, or wait: Leadline retries.',
      chooseAnother: 'Choose another market.',
      resubscribes: 'Leadline resubscribes automatically.'
    }
  }
})
