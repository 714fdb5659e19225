import { choose } from './language'

export const feedText = choose({
  en: {
    states: {
      live: 'The desk feed is live.',
      disconnected: 'This computer has no connection to the server of the desk feed.',
      'no-leader': 'No collector is sending. Without one, the last figures stay as they were.',
      rebuilding: 'Messages of the desk feed are missing, so the books are being rebuilt.',
      late: 'This computer is behind the desk feed.',
      'not-live': 'The collector receives nothing from the platform.'
    }
  }
})
