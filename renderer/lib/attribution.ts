import { libText } from '../messages/lib'
/** The chart library requires its name and a link. */
export const attribution = {
  words: libText.attribution,
  link: 'https://www.tradingview.com/'
} as const
