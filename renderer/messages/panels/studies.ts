import { choose } from '#shared/messages/language'

export const studyText = choose({
  en: {
    ema: (period: number) => `EMA ${period}`,
    atr: (period: number) => `ATR ${period}`,
    rsi: (period: number) => `RSI ${period}`,
    deviation: 'σ',
    count: (count: number, needed: number) => `${count} of ${needed}`,
    anchoredFrom: (time: string) => `AVWAP from ${time}`,
    anchored: 'AVWAP',
    levels: 'Session levels',
    hints: {
      ema: 'Exponential moving average of the closes. It needs as many candles as its period, and begins again after a gap.',
      atr: 'Average true range with Wilder’s smoothing. It needs as many candles as its period, and begins again after a gap.',
      rsi: 'Relative strength index with Wilder’s smoothing. It needs one candle more than its period, and begins again after a gap.',
      anchored:
        'Volume-weighted average price since the anchor, with bands of one and two standard deviations',
      anchoredLate: 'Volume-weighted average price. Candles since the anchor are not loaded.',
      anchoredPartial: 'Volume-weighted average price since the anchor. Not everything was recorded.',
      deviation: 'Standard deviation of the candles’ average prices, weighted by volume',
      levels: 'Open, high and low of the session; high, low and close of the one before'
    },
    level: {
      open: 'Open',
      high: 'High',
      low: 'Low',
      previousHigh: 'Previous high',
      previousLow: 'Previous low',
      previousClose: 'Previous close'
    },
    late: (level: string, time: string) => `${level} from ${time}`,
    partial: (level: string) => `${level}, partly recorded`,
    settings: {
      period: (study: string) => `${study} period`,
      periodError: (min: number, max: number) => `A whole number from ${min} to ${max}`,
      sessionStart: 'Session start (UTC)',
      sessionStartError: (minutes: number) => `A time such as 14:30, in steps of ${minutes} minutes`
    },
    menu: {
      anchor: 'Anchor VWAP here',
      anchorAtPointed: 'Anchor VWAP at pointer candle',
      removeAnchor: 'Remove anchored VWAP'
    },
    pointFirst: 'Point at a candle first, with the pointer or with Shift and arrows.',
    anchoredAt: (time: string) => `VWAP anchored at ${time}.`,
    profile: {
      title: 'Volume profile',
      kinds: {
        off: 'Off',
        visible: 'Visible range',
        session: 'Session',
        anchored: 'From the anchored VWAP'
      },
      loading: 'Volume profile: loading…',
      failed: 'Volume profile: not recorded',
      empty: 'Volume profile: no trades',
      noAnchor: 'Anchor a VWAP first',
      bins: (height: string) => `Volume profile, bins of ${height}`,
      late: (time: string) => `from ${time}`,
      recorded: (percent: string) => `${percent}% recorded`,
      names: { control: 'POC', high: 'VAH', low: 'VAL', total: 'Profile' },
      hints: {
        control: 'Point of control: the bin with the largest volume, by its lowest price',
        high: 'Value area high: the highest price of the bins around the point of control that have 70% of the volume',
        low: 'Value area low',
        total: 'Volume of the profile'
      }
    },
    table: {
      band: (steps: string) => `AVWAP ${steps}σ`,
      session: (level: string) => `Session: ${level}`
    }
  }
})
