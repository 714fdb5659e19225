import type { Problem } from '../base/problem'

export const causes = [
  'offline',
  'untrusted',
  'unauthorized',
  'scope',
  'forbidden',
  'limited',
  'locked',
  'secret',
  'slept',
  'feed-lost',
  'feed-refused',
  'no-collector',
  'feed-rebuilding',
  'feed-late',
  'platform-silent',
  'other'
] as const
export type Cause = (typeof causes)[number]

/** The first match wins. */
const marks: readonly (readonly [RegExp, Cause])[] = [
  [/^network\.offline$/, 'offline'],
  [/^network\.(certificate|tls)/, 'untrusted'],
  [/^(stream\.unauthorized|token\.refused)$/, 'unauthorized'],
  [/^(stream|token)\.scope$/, 'scope'],
  [/^stream\.forbidden$/, 'forbidden'],
  [/^(stream|token)\.limited$|^service\.busy$/, 'limited'],
  [/^keychain\./, 'locked'],
  [/^connection\.(no-secret|secret-again)$/, 'secret'],
  [/^stream\.slept$/, 'slept'],
  [/^feed\.(disconnected|connect)$/, 'feed-lost'],
  [/^feed\.(refused|key)$/, 'feed-refused'],
  [/^feed\.no-leader$/, 'no-collector'],
  [/^feed\.rebuilding$/, 'feed-rebuilding'],
  [/^feed\.late$/, 'feed-late'],
  [/^feed\.not-live$/, 'platform-silent']
]

export const causeOf = ({ code }: Problem): Cause => marks.find(([codes]) => codes.test(code))?.[1] ?? 'other'
