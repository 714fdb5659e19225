import type { Problem } from '#shared/domain/base/problem'
import { networkProblem } from '../../base/http'
import { closeProblem, closeWait } from './close-codes'
import { handshakeRefusal, type HandshakeRefusal } from './handshake'
import type { LinkEnding } from './link'
import type { SessionPorts } from './types'

/** See `HandshakeRefusal`. */
interface Consequence {
  readonly then: HandshakeRefusal['then']
  readonly problem: Problem
  /** The minimum, in milliseconds. */
  readonly wait: number
}

type EndingPorts = Pick<SessionPorts, 'clock' | 'redact'>

export function consequenceOf(ending: LinkEnding, host: string, ports: EndingPorts): Consequence {
  const { clock, redact = (text: string) => text } = ports
  if (ending.kind === 'refused') return handshakeRefusal({ ...ending, host, clock, redact })
  if (ending.kind === 'unprepared') {
    const { problem, expected } = ending
    return { then: problem.retryable || !expected ? 'wait' : 'seldom', problem, wait: 0 }
  }
  const { code, reason, problem, opened } = ending
  if (!opened && problem !== null && problem !== undefined) {
    const network = networkProblem(problem, host).problem
    return { then: network.retryable ? 'wait' : 'seldom', problem: network, wait: 0 }
  }
  return { then: 'wait', problem: closeProblem(code, redact(reason)), wait: closeWait(code) }
}
