import { callChannel, callTransport, contract, type CallClient } from '#shared/contract/index'
import type { Problem, Result } from '#shared/domain/base/problem'
import { problemText } from '#shared/messages/base'

type Invoke = (transport: string, channel: string, ...payload: unknown[]) => Promise<unknown>

/** One method per call; never throws. */
export function createClient(invoke: Invoke): CallClient {
  const features = Object.entries(contract).map(([feature, calls]) => {
    const methods = Object.keys(calls).map((method) => {
      const channel = callChannel(feature, method)
      return [method, (...payload: unknown[]) => attempt(() => invoke(callTransport, channel, ...payload))]
    })
    return [feature, Object.fromEntries(methods) as unknown]
  })
  return Object.fromEntries(features) as CallClient
}

async function attempt(call: () => Promise<unknown>): Promise<Result<unknown>> {
  try {
    const result: unknown = await call()
    return isResult(result) ? result : { ok: false, error: unanswered }
  } catch {
    return { ok: false, error: unsendable }
  }
}

const isResult = (value: unknown): value is Result<unknown> =>
  typeof value === 'object' && value !== null && 'ok' in value

const unanswered: Problem = {
  code: 'call.unanswered',
  sentence: problemText.notAnswered,
  retryable: true
}
const unsendable: Problem = {
  code: 'call.unsendable',
  sentence: problemText.notSent,
  retryable: false
}
