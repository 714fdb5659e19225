import { choose } from '#shared/messages/language'

export const liquidityText = choose({
  en: {
    names: {
      spread: 'Spread',
      depth10: 'Depth 10 bp',
      depth50: 'Depth 50 bp',
      imbalance: 'Imbalance 10 bp'
    },
    hints: {
      spread: 'Average spread over the time that was recorded, in a pane of its own',
      depth10: 'Average size of bids and asks within 10 bp of the mid, in a pane of its own',
      depth50: 'Average size of bids and asks within 50 bp of the mid, in a pane of its own',
      imbalance:
        'Bids minus asks within 10 bp of the mid, in percent of both: from −100% (only asks) to 100% (only bids)'
    },
    columns: {
      spread: ['Spread'],
      depth10: ['Bids within 10 bp', 'Asks within 10 bp'],
      depth50: ['Bids within 50 bp', 'Asks within 50 bp'],
      imbalance: ['Imbalance 10 bp (%)']
    },
    recorded: 'Book recorded (%)',
    partly: (value: string, percent: string) => `${value} (${percent}% recorded)`
  }
})
