export interface Term {
  readonly name: string
  readonly meaning: string
  readonly group: 'Market' | 'Records' | 'Connection'
}

/** In the order of the alphabet within each group. */
export const glossary: readonly Term[] = [
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
    name: 'Depth',
    meaning: 'How much can be bought or sold up to a given price: the sizes of all levels between, added up.'
  },
  {
    group: 'Market',
    name: 'Imbalance',
    meaning:
      'Whether more size waits on the bid or on the ask side near the middle, from -100 % (all asks) to +100 % (all bids).'
  },
  {
    group: 'Market',
    name: 'Ladder',
    meaning: 'The book drawn as rows of prices, asks above, bids below and the spread between them.'
  },
  { group: 'Market', name: 'Mid', meaning: 'The price halfway between the best bid and the best ask.' },
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
    group: 'Records',
    name: 'Accrued',
    meaning: 'Rewards that have been earned in a period, whether or not they have been paid out yet.'
  },
  {
    group: 'Records',
    name: 'Archive',
    meaning:
      'The folder in which Leadline keeps the statements that it fetched, each with its hash, readable without Leadline.'
  },
  {
    group: 'Records',
    name: 'Conversion',
    meaning:
      'One stablecoin exchanged for another, or for dollars, at the service. Leadline follows conversions and cannot start one.'
  },
  {
    group: 'Records',
    name: 'Deposit address',
    meaning:
      'Where somebody sends a coin so that it is credited to a profile. It belongs to one network: a coin sent over another may be lost.'
  },
  {
    group: 'Records',
    name: 'Hash',
    meaning:
      'A fingerprint of a file. If one byte of the file changes, so does its hash; that is how an archive is verified.'
  },
  {
    group: 'Records',
    name: 'Network',
    meaning: 'The chain that carries a transfer, for instance Bitcoin or Base.'
  },
  {
    group: 'Records',
    name: 'Presigned link',
    meaning:
      'An address that opens one file for a short time to whoever holds it. Leadline uses it once and never writes it to its log.'
  },
  {
    group: 'Records',
    name: 'Stablecoin',
    meaning: 'A coin that is meant to be worth one unit of a currency, for instance one dollar.'
  },
  {
    group: 'Records',
    name: 'Statement',
    meaning:
      'The monthly account of the rewards that were accrued, as a PDF for people and a CSV for machines.'
  },
  {
    group: 'Connection',
    name: 'Client id and client secret',
    meaning: 'What Leadline shows the token host to be let in: a name, and the proof that goes with it.'
  },
  {
    group: 'Connection',
    name: 'Environment',
    meaning:
      'Which copy of the service is meant: the local sandbox on this computer, the service’s own sandbox, or production with real money.'
  },
  {
    group: 'Connection',
    name: 'Keychain',
    meaning:
      'The place in which your operating system keeps secrets, encrypted. Leadline keeps client secrets there, or in memory for one session.'
  },
  {
    group: 'Connection',
    name: 'Local sandbox',
    meaning:
      'The whole service, built into Leadline, with a market of its own. It needs no account and no network.'
  },
  {
    group: 'Connection',
    name: 'Profile',
    meaning: 'A connection that you have set up: a name, an environment, three addresses and credentials.'
  },
  {
    group: 'Connection',
    name: 'Request id',
    meaning: 'The service’s own number for a call. Its support can find what went wrong with it.'
  },
  {
    group: 'Connection',
    name: 'REST base address',
    meaning: 'Where the service answers single questions, such as a list of addresses.'
  },
  {
    group: 'Connection',
    name: 'Scope',
    meaning: 'One thing that a token allows. Leadline asks for four at most, and all of them only read.'
  },
  {
    group: 'Connection',
    name: 'Stream address',
    meaning: 'Where the service sends the market as it moves, over a connection that stays open.'
  },
  {
    group: 'Connection',
    name: 'Token',
    meaning:
      'A pass for a limited time that the token host gives for the client id and secret. It is renewed before it ends.'
  }
]

export const glossaryGroups = ['Market', 'Records', 'Connection'] as const

/** The terms that have every typed word in their name or meaning. */
export function findTerms(terms: readonly Term[], typed: string): readonly Term[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (text: string, word: string) => text.toLowerCase().includes(word)
  const found = terms.filter((term) => words.every((word) => has(`${term.name} ${term.meaning}`, word)))
  const named = (term: Term) => words.length > 0 && words.every((word) => has(term.name, word))
  return [...found.filter(named), ...found.filter((term) => !named(term))]
}
