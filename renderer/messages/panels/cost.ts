import { choose, count, plural } from '#shared/messages/language'

export const costText = choose({
  en: {
    title: 'Cost of a size',
    of: 'Cost of',
    field: 'Size',
    unit: 'Unit of the size',
    presets: 'Sizes of this market',
    addPreset: (size: string) => `Add ${size} to the presets`,
    removePreset: (size: string) => `Remove ${size} from the presets`,
    invalid: (example: string) => `Enter a size above zero, for example ${example} or 50k.`,
    crossed: 'The book is crossed',
    none: { bids: 'No bids', asks: 'No asks' },
    only: {
      bids: (size: string) => `Only ${size} bid`,
      asks: (size: string) => `Only ${size} offered`
    },
    sides: { asks: 'Buy', bids: 'Sell' },
    mid: (price: string) => `Mid ${price}`,
    rows: {
      average: 'Average',
      worst: 'Worst',
      basisPoints: 'Slippage bp',
      slippage: (currency: string) => `Slippage ${currency}`,
      levels: 'Levels'
    },
    bp: 'bp',
    levels: (levels: string) =>
      `${levels} ${plural(levels === '1' ? 1 : 2, { one: 'level', other: 'levels' })}`,
    hint: 'Taking the whole size at once, from all levels of the book. Slippage is from the mid.',
    past: {
      title: 'Compared with the recording',
      spans: { '1h': '1 h', '24h': '24 h', '7d': '7 d', all: 'All' },
      within: {
        '1h': 'the last hour',
        '24h': 'the last 24 hours',
        '7d': 'the last 7 days',
        all: 'the time'
      },
      since: (within: string, begin: string) => `${within} since ${begin}`,
      moreExpensive: (percent: string, span: string, recorded: string) =>
        `More expensive than ${percent}% of ${span} (${recorded})`,
      recorded: (percent: string) => (percent === '100' ? 'all recorded' : `${percent}% recorded`),
      usual: (median: string, tenth: string, ninetieth: string) =>
        `Median\u00a0${median}, 10%\u00a0${tenth}, 90%\u00a0${ninetieth}\u00a0bp`,
      samples: (samples: string, all: string, step: string) =>
        `${samples} of ${all} samples, one every ${step}`,
      progress: 'Progress of reading the recording',
      fetching: (size: string, percent: string) => `Fetching ${size} from the desk · ${percent}%`,
      reading: (percent: string) => `Reading the recording · ${percent}%`,
      cancel: 'Cancel',
      cancelled: 'Not compared: reading was cancelled.',
      again: 'Read again',
      tooLittle: (samples: number, span: string, step: string, needed: number) =>
        `Not compared: ${count(samples, 'sample')} of ${span} recorded, one every ${step}. At least ${needed} are needed.`,
      nothing: (span: string) => `Not compared: nothing was recorded in ${span}.`
    },
    columns: { figure: 'Figure', filled: (currency: string) => `Filled ${currency}` }
  }
})
