import type { Term } from './term'

/** In the order of the alphabet within each group. */
export const serviceTerms: readonly Term[] = [
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
