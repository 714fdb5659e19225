import { plainLine } from '#shared/domain/base/plain-line'
import { fail, type Problem } from '#shared/domain/base/problem'

interface Meaning {
  readonly name: string
  readonly sentence: string
  /** What to wait at least before coming back, in milliseconds. */
  readonly wait?: number
}

/** RFC 6455 and the registry of WebSocket close codes, said for a person. */
const meanings: ReadonlyMap<number, Meaning> = new Map([
  [1000, { name: 'normal', sentence: 'The service ended the connection in the normal way.' }],
  [1001, { name: 'going-away', sentence: 'The service is going away, for example for a restart.' }],
  [1002, { name: 'protocol', sentence: 'The WebSocket protocol was broken, so the connection was ended.' }],
  [1003, { name: 'unacceptable', sentence: 'The service does not accept the kind of data that was sent.' }],
  [1005, { name: 'no-reason', sentence: 'The service ended the connection without giving a reason.' }],
  [1006, { name: 'lost', sentence: 'The connection closed without a close frame.' }],
  [1007, { name: 'bad-text', sentence: 'A message was not valid text, so the connection was ended.' }],
  [1008, { name: 'policy', sentence: 'The service ended the connection because of one of its rules.' }],
  [
    1009,
    { name: 'too-large', sentence: 'A message was larger than is accepted, so the connection was ended.' }
  ],
  [
    1010,
    { name: 'extension', sentence: 'The service misses a WebSocket extension that Leadline does not use.' }
  ],
  [1011, { name: 'server-error', sentence: 'The service ran into an error of its own.' }],
  [1012, { name: 'restart', sentence: 'The service is restarting.', wait: 1000 }],
  [1013, { name: 'try-later', sentence: 'The service is too busy and asks to try again later.', wait: 3000 }],
  [1014, { name: 'gateway', sentence: 'A gateway on the way to the service did not get an answer.' }],
  [1015, { name: 'tls', sentence: 'The encrypted connection could not be made.' }]
])

export const closeWait = (code: number): number => meanings.get(code)?.wait ?? 0

const maxReason = 120

/** @param code as the socket told it, unknown ones included */
export function closeProblem(code: number, reason: string): Problem {
  const { name, sentence } = meanings.get(code) ?? unknown(code)
  const said = plainLine(reason, maxReason)
  const quoted = said === '' ? '' : ` It says: ${said}`
  return fail(`stream.close.${name}`, `${sentence}${quoted}`, {
    retryable: true,
    detail: `close code ${code}`
  }).problem
}

function unknown(code: number): Meaning {
  if (code >= 4000 && code <= 4999) {
    return {
      name: String(code),
      sentence: `The service ended the connection for a reason of its own (code ${code}).`
    }
  }
  return { name: String(code), sentence: `The connection ended with the unknown code ${code}.` }
}
