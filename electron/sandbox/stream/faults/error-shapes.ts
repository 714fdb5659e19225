import type { WireAnswer } from '#shared/wire/stream'

/** Error formats of different server versions, in turn. */
export function reshapeErrors(answer: WireAnswer, turn: number): unknown {
  if (answer.type === 'error') return reshapeWhole(answer.error, turn)
  if (answer.type === 'subscription_list') return answer
  return {
    type: answer.type,
    channels: answer.channels.map(({ type, params, success, error }) => ({
      // Older servers omit the parameters, so only the position identifies the channel.
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

/** Unsolicited, with an unknown code. */
export const unknownError = { type: 'error', error: 'SERVICE_DEGRADED', message: 'Answers may be late.' }
