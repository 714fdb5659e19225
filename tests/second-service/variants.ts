import type { SeededRandom } from '../chaos/random'

/** Choices that the description of the service leaves open. Each can be set by itself. */
export interface Variants {
  /** Fraction digits that decimals are padded to; `mixed` draws 0 to 18 for each value. */
  readonly decimals: 'shortest' | 'mixed' | number
  readonly keyOrder: 'described' | 'reversed' | 'shuffled'
  readonly whitespace: 'none' | 'spaces' | 'lines'
  /** Some characters of keys and texts are written as \uXXXX, and slashes as \/. */
  readonly escapes: boolean
  readonly unknownFields: boolean
  /** Networks, statuses, channels and payload types that the description does not name. */
  readonly unknownValues: boolean
  readonly timeResolution: 'nanosecond' | 'microsecond' | 'millisecond' | 'second'
  /** Fraction digits, if the exact time has fewer; `mixed` draws 0 to 9 for each. */
  readonly timeDigits: 'shortest' | 'mixed' | number
  readonly timeZone: 'Z' | 'z' | '+02:00' | 'mixed'
  readonly acks: 'params' | 'bare' | 'reordered' | 'late' | 'split'
  /** Where the code of a declined channel stands. */
  readonly streamErrors: 'ack-error' | 'ack-code' | 'message'
  /** Updates may come before the snapshot that holds them, or before an older snapshot. */
  readonly snapshot: 'first' | 'after-older-updates' | 'after-newer-updates'
  readonly executions: 'before-update' | 'after-update' | 'out-of-order'
  readonly repeatedTrades: boolean
  readonly fragments: boolean
  readonly deflate: boolean
  /** Milliseconds between the pings of the service. */
  readonly pingEvery: number | null
  /** Content-Encoding of REST answers and of files. */
  readonly gzip: boolean
  /** Answers without a Content-Length. */
  readonly chunked: boolean
  readonly problems: 'problem+json' | 'json' | 'text'
  readonly uuids: 'lower' | 'upper'
  /** What stands in place of a cursor on the last page; `empty-page` leads to a page without items. */
  readonly lastCursor: 'absent' | 'empty' | 'empty-page'
  /** Pages have fewer items than the limit. */
  readonly shortPages: boolean
  /** Redirects before a file comes. */
  readonly redirects: number
  readonly tokenExtras: boolean
}

export const plain: Variants = {
  decimals: 'shortest',
  keyOrder: 'described',
  whitespace: 'none',
  escapes: false,
  unknownFields: false,
  unknownValues: false,
  timeResolution: 'nanosecond',
  timeDigits: 9,
  timeZone: 'Z',
  acks: 'params',
  streamErrors: 'ack-error',
  snapshot: 'first',
  executions: 'before-update',
  repeatedTrades: false,
  fragments: false,
  deflate: false,
  pingEvery: null,
  gzip: false,
  chunked: false,
  problems: 'problem+json',
  uuids: 'lower',
  lastCursor: 'absent',
  shortPages: false,
  redirects: 0,
  tokenExtras: false
}

/** Everything that is legal and rare, at once. */
export const unusual: Variants = {
  decimals: 'mixed',
  keyOrder: 'shuffled',
  whitespace: 'lines',
  escapes: true,
  unknownFields: true,
  unknownValues: true,
  timeResolution: 'nanosecond',
  timeDigits: 'mixed',
  timeZone: 'mixed',
  acks: 'split',
  streamErrors: 'message',
  snapshot: 'after-newer-updates',
  executions: 'out-of-order',
  repeatedTrades: true,
  fragments: true,
  deflate: true,
  pingEvery: 700,
  gzip: true,
  chunked: true,
  problems: 'text',
  uuids: 'upper',
  lastCursor: 'empty-page',
  shortPages: true,
  redirects: 2,
  tokenExtras: true
}

export function drawVariants(random: SeededRandom): Variants {
  const either = () => random.chance(0.5)
  const snapshot = random.pick(['first', 'after-older-updates', 'after-newer-updates'] as const)
  return {
    decimals: random.pick(['shortest', 'mixed', 2, 8, 18] as const),
    keyOrder: random.pick(['described', 'reversed', 'shuffled'] as const),
    whitespace: random.pick(['none', 'spaces', 'lines'] as const),
    escapes: either(),
    unknownFields: either(),
    unknownValues: either(),
    // With coarser times nothing tells which updates an older snapshot lacks.
    timeResolution:
      snapshot === 'first'
        ? random.pick(['nanosecond', 'microsecond', 'millisecond', 'second'] as const)
        : 'nanosecond',
    timeDigits: random.pick(['shortest', 'mixed', 9] as const),
    timeZone: random.pick(['Z', 'z', '+02:00', 'mixed'] as const),
    acks: random.pick(['params', 'bare', 'reordered', 'late', 'split'] as const),
    streamErrors: random.pick(['ack-error', 'ack-code', 'message'] as const),
    snapshot,
    executions: random.pick(['before-update', 'after-update', 'out-of-order'] as const),
    repeatedTrades: either(),
    fragments: either(),
    deflate: either(),
    pingEvery: random.pick([null, 700, 20_000]),
    gzip: either(),
    chunked: either(),
    problems: random.pick(['problem+json', 'json', 'text'] as const),
    uuids: random.pick(['lower', 'upper'] as const),
    lastCursor: random.pick(['absent', 'empty', 'empty-page'] as const),
    shortPages: either(),
    redirects: random.whole(0, 3),
    tokenExtras: either()
  }
}
