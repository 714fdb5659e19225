import { libText } from '../messages/lib'
/** The library of the chart asks for its name and for a link where it is used. */
export const attribution = {
  words: libText.attribution,
  link: 'https://www.tradingview.com/'
} as const
