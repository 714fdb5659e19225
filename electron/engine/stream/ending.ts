import type { Problem } from '../../shared/domain/problem'
import { networkProblem } from '../http'
import { closeProblem, closeWait } from './close-codes'
import { handshakeRefusal } from './handshake'
import type { LinkEnding } from './link'
import type { SessionPorts } from './types'

/** What an ending asks for: see `HandshakeRefusal`. */
export interface Consequence {
  readonly then: 'renew' | 'wait' | 'seldom' | 'stop'
  readonly problem: Problem
  /** Milliseconds to wait at least. */
  readonly wait: number
}

type EndingPorts = Pick<SessionPorts, 'clock' | 'redact'>

export function consequenceOf(ending: LinkEnding, host: string, ports: EndingPorts): Consequence {
  const { clock, redact = (text: string) => text } = ports
  if (ending.kind === 'refused') return handshakeRefusal({ ...ending, host, clock, redact })
  if (ending.kind === 'unprepared') return unprepared(ending.problem, ending.expected)
  const { code, reason, problem, opened } = ending
  if (!opened && problem !== null && problem !== undefined) {
    const network = networkProblem(problem, host).problem
    // A certificate that is not acceptable now may be after the clock was set or the network changed.
    return { then: network.retryable ? 'wait' : 'seldom', problem: network, wait: 0 }
  }
  return { then: 'wait', problem: closeProblem(code, redact(reason)), wait: closeWait(code) }
}

function unprepared(problem: Problem, expected: boolean): Consequence {
  if (problem.retryable || !expected) return { then: 'wait', problem, wait: 0 }
  // The network's refusals may pass; asking again with credentials that were refused may lock them.
  return { then: problem.code.startsWith('network.') ? 'seldom' : 'stop', problem, wait: 0 }
}
