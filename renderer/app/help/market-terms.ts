import type { Term } from './term'

/** In the order of the alphabet within each group. */
export const marketTerms: readonly Term[] = [
  {
    group: 'Market',
    name: 'Ask',
    meaning: 'An offer to sell, or the lowest price at which somebody offers to. Asks stand above the spread.'
  },
  {
    group: 'Market',
    name: 'Basis point (bp)',
    meaning:
      'One hundredth of one per cent: 100 bp are 1 %. Spreads and slips are given in it because they are small.'
  },
  {
    group: 'Market',
    name: 'Bid',
    meaning: 'An offer to buy, or the highest price that somebody offers. Bids stand below the spread.'
  },
  {
    group: 'Market',
    name: 'Book',
    meaning:
      'The order book: every price at which somebody offers to buy or to sell, with the size on offer there. Each of its prices is a level.'
  },
  {
    group: 'Market',
    name: 'Candle',
    meaning:
      'One span of time drawn as one mark: the first, highest, lowest and last price traded in it. A minute candle covers one minute.'
  },
  {
    group: 'Market',
    name: 'Cumulative size',
    meaning:
      'The sizes of all levels from the best price up to this one, added up: what could be traded at this price or better.'
  },
  {
    group: 'Market',
    name: 'CVD',
    meaning:
      'Cumulative volume delta: what buyers took minus what sellers took since a start, by the inferred side of each trade.'
  },
  {
    group: 'Market',
    name: 'Depth',
    meaning: 'How much can be bought or sold up to a given price: the sizes of all levels between, added up.'
  },
  {
    group: 'Market',
    name: 'Depth heat',
    meaning:
      'How much size rested at each price over time, drawn behind the candles. Where nobody looked, nothing is drawn.'
  },
  {
    group: 'Market',
    name: 'Imbalance',
    meaning:
      'Whether more size waits on the bid or on the ask side near the middle, from -100 % (all asks) to +100 % (all bids).'
  },
  {
    group: 'Market',
    name: 'Inferred side',
    meaning:
      'Which side traded at once. The service does not say it: Leadline infers it from the book, or from the price before, and says how.'
  },
  {
    group: 'Market',
    name: 'Ladder',
    meaning: 'The book drawn as rows of prices, asks above, bids below and the spread between them.'
  },
  {
    group: 'Market',
    name: 'Large trade',
    meaning:
      'A trade of at least a fixed size, or among the largest of the last ones by a percentile. The tape marks it.'
  },
  { group: 'Market', name: 'Mid', meaning: 'The price halfway between the best bid and the best ask.' },
  {
    group: 'Market',
    name: 'Mirror',
    meaning:
      'In the depth panel: the same distance from the mid on the other side, so that both sides can be compared.'
  },
  {
    group: 'Market',
    name: 'Rebuilding',
    meaning:
      'Something showed that the book may be wrong, so a new snapshot is on its way. Until then it is not painted as live.'
  },
  {
    group: 'Market',
    name: 'Slip',
    meaning:
      'How far the average price of a trade of some size would lie from the mid, because it has to reach deeper into the book.'
  },
  {
    group: 'Market',
    name: 'Snapshot',
    meaning:
      'The whole book at one moment. Later messages only tell what changed, so after a gap a new snapshot is needed.'
  },
  {
    group: 'Market',
    name: 'Spread',
    meaning:
      'The gap between the best bid and the best ask. It is drawn as a row of its own in the ladder, with its size in price and in basis points.'
  },
  {
    group: 'Market',
    name: 'Stale',
    meaning:
      'The figures are old: nothing at all has come in for longer than the limit. A quiet market is not stale; it is live and shows its age.'
  },
  { group: 'Market', name: 'Tape', meaning: 'The list of trades as they happen, newest first.' },
  { group: 'Market', name: 'Tick', meaning: 'The smallest step that a price can make in a market.' },
  {
    group: 'Market',
    name: 'VWAP',
    meaning:
      'Volume-weighted average price: what was paid on average, where a large trade counts for more than a small one.'
  },
  {
    group: 'Desk',
    name: 'Alert',
    meaning:
      'A condition that Leadline judges with every message, on live data alone but for silence and a lost connection. A price fires when it reaches a line from the other side; whatever else fires when it holds, and after its rest again if it still does.'
  },
  {
    group: 'Desk',
    name: 'Frame',
    meaning:
      'What one window shows of a workspace: the desk itself, or panels that were popped out into a window of their own.'
  },
  {
    group: 'Desk',
    name: 'Layout',
    meaning:
      'How the panels of a frame share its space. It can be locked, and each change of it can be undone.'
  },
  {
    group: 'Desk',
    name: 'Link group',
    meaning:
      'Panels of one colour and letter. They show one market, in all windows: a click in the watchlist changes all of them.'
  },
  {
    group: 'Desk',
    name: 'Panel',
    meaning:
      'One thing to look at, for example a chart or an order book, with its own state, age, settings and menu.'
  },
  {
    group: 'Desk',
    name: 'Pop-out',
    meaning:
      'A panel, or a whole workspace, in a separate window. It reopens after a restart, on the same display.'
  },
  {
    group: 'Desk',
    name: 'Time cursor',
    meaning: 'The line at the time that somebody points at. It stands in every panel of the group at once.'
  },
  {
    group: 'Desk',
    name: 'Watch list',
    meaning: 'The markets that a connection keeps up with, whether or not a window shows them.'
  },
  {
    group: 'Desk',
    name: 'Workspace',
    meaning: 'A named arrangement of panels. Ctrl and a number, or Cmd on a Mac, goes to it.'
  }
]
