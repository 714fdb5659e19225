import { choose } from '#shared/messages/language'

export const connectionPanelText = choose({
  en: {
    messages: { hint: 'All messages received on the stream', title: 'Messages per second' },
    latency: {
      hint: 'From the service’s own time to receipt here, corrected for the difference between the two clocks',
      title: 'Latency (ms)'
    },
    table: {
      messages: 'Messages per second',
      latency: (percentile: string) => `Latency ${percentile}, ms`,
      minute: (zone: string) => `Minute, ${zone}`,
      title: 'Connection: the highest figures of each minute'
    },
    events: {
      none: 'No connection events since Leadline started.',
      title: (zone: string) => `Connection events, newest first, times in ${zone}`
    },
    period: (zone: string) => `last 15 min, ${zone}`,
    strip: {
      roundTrip: 'Round trip',
      declined: (declined: string) => `, ${declined} declined`,
      live: (live: string, granted: string) => `${live} of ${granted} live`,
      markets: 'Markets',
      attempt: (attempt: number) => `· attempt ${attempt}`,
      nextTry: 'Next try',
      nextTryIn: (wait: string) => `in ${wait}`
    }
  }
})
