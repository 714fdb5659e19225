import { choose } from '#shared/messages/language'

export const compareText = choose({
  en: {
    title: 'Compare',
    with: 'Compare with a market…',
    other: 'Compare with a different market…',
    stop: (market: string) => `Stop comparing with ${market}`,
    first: 'Choose a market first',
    field: 'Market to compare with',
    placeholder: 'Compare with',
    kinds: { percent: 'In percent', ratio: 'As ratio', spread: 'As spread' },
    /** Without spaces, at which short names end. */
    names: {
      ratio: (own: string, other: string) => `${own}/${other}`,
      spread: (own: string, other: string) => `${own}−${other}`
    },
    percent: (market: string) => `${market} %`,
    close: (market: string) => `${market} close`,
    hints: {
      percent: (market: string, since: string) => `${market}: change since ${since}, at the left edge`,
      ratio: (_market: string, _since: string) => 'The ratio of the last prices',
      spread: (_market: string, _since: string) => 'The difference of the last prices'
    }
  }
})
