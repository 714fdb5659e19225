import { choose, count } from '#shared/messages/language'

export const replayText = choose({
  en: {
    word: 'Replay',
    badge: (time: string, zone: string, day: string) => `${time} ${zone}, ${day}`,
    badgeTip: 'Every figure in this window is from the recording, not live.',
    ofTime: (time: string) => `replay of ${time}`,
    title: (title: string) => `Replay – ${title}`,
    began: (time: string) => `Replay of ${time}. Nothing in this window is live.`,
    ended: 'Back to live.',
    live: {
      connection: 'Live connection',
      connected: 'Connected',
      alerts: 'Live alerts',
      armed: 'armed',
      now: 'Now',
      panel: 'Live connection, not replayed'
    },
    footer: {
      sentence: (connection: string, day: string) => `Replaying the recording of ${connection}, ${day}.`,
      alert: 'Alert',
      trade: 'Large trade',
      gap: 'Not recorded',
      deskGap: 'Not recorded or not fetched',
      keys: { toggle: 'Play or pause', step: 'Step', speed: 'Speed' },
      recorded: (messages: string) => `${messages} msg/s recorded`,
      replayed: (messages: string) => `${messages} msg replayed`
    },
    panels: {
      alerts: 'Fired alerts',
      noAlerts: {
        title: 'No alerts fired yet',
        sentence: 'Alerts that fired before the time of the replay are listed here.'
      },
      otherConnection: {
        title: 'Alerts not available',
        sentence: (connection: string) => `Connect to ${connection} to see the alerts that fired.`
      },
      goTo: 'Go to',
      goToAlert: (alert: string) => `Go to ${alert}`,
      liveAlerts: 'Your live alerts keep running and still notify you.'
    },
    from: {
      offer: (time: string) => `Replay from ${time}`,
      here: 'Replay from here',
      inNewWindow: 'Replay from here in new window',
      recording: 'Recording',
      recordingTip: 'Everything the stream sends is recorded. Replay it'
    },
    bar: {
      label: 'Replay controls',
      play: 'Play',
      pause: 'Pause',
      stepBack: 'Step back',
      stepForward: 'Step forward',
      stepBy: 'Step by',
      units: { message: 'Message', trade: 'Trade' },
      speed: 'Speed',
      times: (speed: string) => `${speed}x`,
      reached: (speed: string) => `reached ${speed}x`,
      jump: 'Jump',
      alert: 'Alert',
      gap: 'Gap',
      trade: 'Trade ≥',
      large: 'largest',
      tradeSize: 'Size of the trades to jump to',
      previous: { alert: 'Previous alert', gap: 'Previous gap', trade: 'Previous large trade' },
      next: { alert: 'Next alert', gap: 'Next gap', trade: 'Next large trade' },
      none: {
        alert: 'No other alert fired in this direction.',
        gap: 'No other gap in this direction.',
        trade: 'No other such trade in this direction.'
      },
      outside: (time: string) =>
        `The nearest alert in this direction fired at ${time}, outside the recording.`,
      badSize: (example: string) => `Not a valid size, e.g. ${example}.`,
      in: 'In',
      out: 'Out',
      loop: 'Loop',
      clear: 'Clear in and out',
      pin: (range: boolean) =>
        range ? 'Pin this range: keep it beyond the limits' : 'Pin this day: keep it beyond the limits',
      pinned: 'Pin',
      unpin: (range: boolean) => (range ? 'Unpin this range' : 'Unpin this day'),
      more: 'More replay controls',
      back: 'Back to live',
      retry: 'Try again',
      nextPart: (time: string) => `More at ${time}`,
      nextPartTip: 'The end of what the desk has shared. It shares the next part at this time',
      phases: {
        seeking: 'Loading',
        paused: 'Paused',
        playing: 'Playing',
        ended: 'End reached',
        failed: 'Failed'
      }
    },
    time: {
      field: 'Time of the replay',
      tip: 'Click to type a time',
      examples: 'E.g. 14:02, yesterday 9:30, fri 16:00, 18 Nov 14:02, -15m or now',
      outside: (from: string, to: string) => `The recording is from ${from} to ${to}.`
    },
    scrubber: {
      label: 'Position in the recording',
      keys: 'Arrow keys move, with Shift further. Home and End go to the start and the end. Plus and minus zoom.',
      value: (time: string, phase: string) => `${time}, ${phase}`,
      gap: 'not recorded',
      reading: 'Reading the recording',
      summary: (from: string, to: string, gaps: number, alerts: number) =>
        `Recorded from ${from} to ${to}, with ${count(gaps, 'gap')} and ${count(alerts, 'alert')} shown.`,
      gapFrom: (from: string, to: string) => `Not recorded from ${from} to ${to}.`,
      pinnedFrom: (from: string, to: string) => `Pinned from ${from} to ${to}.`,
      whole: 'Whole recording'
    },
    unavailable: {
      marketsOnly: 'Only in Markets',
      slowest: 'Slowest speed',
      fastest: 'Fastest speed',
      noMarket: 'No market in the active panel',
      alerts: 'Alerts follow the live market',
      otherAlerts: 'Alerts are shown while the replayed connection is in use'
    }
  }
})
