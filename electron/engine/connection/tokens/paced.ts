import type { Token } from '#shared/wire/token'
import { ServiceError } from '../../base/http'
import { requestToken, type TokenRequest } from './request'
import type { TokenPorts } from './ports'
import type { Restraint } from './restraint'

/** A paced token request that shares a back-off. */
export const requestTokenInTurn = (
  ports: TokenPorts,
  restraint: Restraint,
  { signal, prepare }: { signal: AbortSignal; prepare: () => Promise<TokenRequest> }
): Promise<Token> =>
  inTurn(restraint, signal, async () => requestToken(ports, { ...(await prepare()), signal }))

/** Runs one token request when pace and back-off allow it. */
export async function inTurn<T>(
  { backOff, pace }: Restraint,
  signal: AbortSignal,
  request: () => Promise<T>
): Promise<T> {
  await backOff.ready(signal)
  await pace.turn(signal)
  // The back-off may have started while it waited.
  await backOff.ready(signal)
  try {
    const result = await request()
    backOff.relax()
    return result
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.slowsAll) backOff.slowDown(thrown.retryAfter)
    throw thrown
  } finally {
    pace.answered()
  }
}
