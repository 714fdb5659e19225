import { choose, plural } from '#shared/messages/language'

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
    last: (span: string) => `Last ${span}`,
    moreExpensive: (percent: string) => `more expensive than ${percent}% of the time`,
    usual: (median: string, tenth: string, ninetieth: string) =>
      `Median ${median}, 10% ${tenth}, 90% ${ninetieth} bp`,
    reading: 'Reading the recording…',
    fewRecorded: 'Not enough is recorded yet to compare this cost.',
    columns: { figure: 'Figure', filled: (currency: string) => `Filled ${currency}` }
  }
})
