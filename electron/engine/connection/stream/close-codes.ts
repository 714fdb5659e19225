import { plainLine } from '#shared/domain/base/plain-line'
import { fail, type Problem } from '#shared/domain/base/problem'
import { refusalText } from '#shared/messages/base'
import { closeText } from '#shared/messages/stream'

interface Meaning {
  readonly name: string
  readonly sentence: string
  /** The minimum wait in milliseconds. */
  readonly wait?: number
}

/** RFC 6455 and the registry of WebSocket close codes. */
const meanings: ReadonlyMap<number, Meaning> = new Map([
  [1000, { name: 'normal', sentence: closeText.normal }],
  [1001, { name: 'going-away', sentence: closeText.goingAway }],
  [1002, { name: 'protocol', sentence: closeText.protocol }],
  [1003, { name: 'unacceptable', sentence: closeText.unacceptable }],
  [1005, { name: 'no-reason', sentence: closeText.noReason }],
  [1006, { name: 'lost', sentence: closeText.lost }],
  [1007, { name: 'bad-text', sentence: closeText.badText }],
  [1008, { name: 'policy', sentence: closeText.policy }],
  [1009, { name: 'too-large', sentence: closeText.tooLarge }],
  [1010, { name: 'extension', sentence: closeText.extension }],
  [1011, { name: 'server-error', sentence: closeText.serverError }],
  [1012, { name: 'restart', sentence: closeText.restart, wait: 1000 }],
  [1013, { name: 'try-later', sentence: closeText.tryLater, wait: 3000 }],
  [1014, { name: 'gateway', sentence: closeText.gateway }],
  [1015, { name: 'tls', sentence: closeText.tls }]
])

export const closeWait = (code: number): number => meanings.get(code)?.wait ?? 0

const maxReason = 120

/** @param code possibly unknown */
export function closeProblem(code: number, reason: string): Problem {
  const { name, sentence } = meanings.get(code) ?? unknown(code)
  const said = plainLine(reason, maxReason)
  return fail(`stream.close.${name}`, said === '' ? sentence : refusalText.withReason(sentence, said), {
    retryable: true,
    detail: `close code ${code}`
  }).problem
}

function unknown(code: number): Meaning {
  const isPrivate = code >= 4000 && code <= 4999
  return { name: String(code), sentence: isPrivate ? closeText.private(code) : closeText.unknown(code) }
}
