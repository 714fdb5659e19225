import type { SeededRandom } from '../chaos/random'

/** Choices that the description leaves open. */
export interface Variants {
  /** Padded fraction digits; `mixed` draws 0 to 18. */
  readonly decimals: 'shortest' | 'mixed' | number
  readonly keyOrder: 'described' | 'reversed' | 'shuffled'
  readonly whitespace: 'none' | 'spaces' | 'lines'
  /** Escapes some characters and slashes. */
  readonly escapes: boolean
  readonly unknownFields: boolean
  /** Undocumented networks, statuses, channels and types. */
  readonly unknownValues: boolean
  readonly timeResolution: 'nanosecond' | 'microsecond' | 'millisecond' | 'second'
  /** Fraction digits; `mixed` draws 0 to 9. */
  readonly timeDigits: 'shortest' | 'mixed' | number
  readonly timeZone: 'Z' | 'z' | '+02:00' | 'mixed'
  readonly acks: 'params' | 'bare' | 'reordered' | 'late' | 'split'
  /** Where the code of a declined channel is sent. */
  readonly streamErrors: 'ack-error' | 'ack-code' | 'message'
  /** Updates may precede the snapshot that contains them, or an older one. */
  readonly snapshot: 'first' | 'after-older-updates' | 'after-newer-updates'
  readonly executions: 'before-update' | 'after-update' | 'out-of-order'
  readonly repeatedTrades: boolean
  readonly fragments: boolean
  readonly deflate: boolean
  /** In milliseconds. */
  readonly pingEvery: number | null
  /** For REST and files. */
  readonly gzip: boolean
  /** Without Content-Length. */
  readonly chunked: boolean
  readonly problems: 'problem+json' | 'json' | 'text'
  readonly uuids: 'lower' | 'upper'
  /** The cursor of the last page; `empty-page` leads to an empty page. */
  readonly lastCursor: 'absent' | 'empty' | 'empty-page'
  /** Fewer items than the limit. */
  readonly shortPages: boolean
  /** Redirects per file. */
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

/** All rare but valid choices. */
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
    // Coarser times would hide which updates a snapshot contains.
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
