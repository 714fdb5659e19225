import type { WireAnswer } from '#shared/wire/stream'

/** The forms in which servers of other ages write the same answer; they take turns. */
export function reshapeErrors(answer: WireAnswer, turn: number): unknown {
  if (answer.type === 'error') return reshapeWhole(answer.error, turn)
  if (answer.type === 'subscription_list') return answer
  return {
    type: answer.type,
    channels: answer.channels.map(({ type, params, success, error }) => ({
      // An older server does not repeat the parameters: what belongs together is told by the position alone.
      ...(turn % 2 === 0 ? { type } : { type, params }),
      success,
      ...(error === undefined
        ? {}
        : turn % 3 === 0
          ? { code: error, message: 'The action failed.' }
          : { error })
    }))
  }
}

function reshapeWhole(error: string, turn: number): unknown {
  if (turn % 4 === 0) return { type: 'error', code: error }
  if (turn % 4 === 1) return { type: 'error', error, message: 'The action failed.' }
  if (turn % 4 === 2) return { type: 'error', error: { code: error, message: 'The action failed.' } }
  return { type: 'error', message: error }
}

/** Told out of the blue, with a code that no list names. */
export const unknownError = { type: 'error', error: 'SERVICE_DEGRADED', message: 'Answers may be late.' }
