import type { Token } from '#shared/wire/token'
import { ServiceError } from '../../base/http'
import { requestToken, type TokenRequest } from './request'
import type { TokenPorts } from './ports'
import type { Restraint } from './restraint'

/** A paced token request that shares a back-off. */
export async function requestTokenInTurn(
  ports: TokenPorts,
  { backOff, pace }: Restraint,
  { signal, prepare }: { signal: AbortSignal; prepare: () => Promise<TokenRequest> }
): Promise<Token> {
  await backOff.ready(signal)
  await pace.turn(signal)
  // The back-off may have started while it waited.
  await backOff.ready(signal)
  const request = await prepare()
  try {
    const token = await requestToken(ports, { ...request, signal })
    backOff.relax()
    return token
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.slowsAll) backOff.slowDown(thrown.retryAfter)
    throw thrown
  }
}
