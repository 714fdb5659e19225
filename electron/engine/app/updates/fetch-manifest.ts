import { fail, type ProblemError } from '#shared/domain/base/problem'
import { updatesText } from '#shared/messages/updates'
import { boundedText } from '../../base/http/bounded'
import { abandonable, deadline, networkProblem, type HttpPorts } from '../../base/http/index'
import { maxManifestBytes } from './manifest'
import { isAllowedUrl } from './source'

/** For the whole exchange, redirects included. */
const manifestMilliseconds = 20_000
const maxHops = 3

/** Nothing in these headers differs between installations. */
export const requestHeaders = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'accept-language': 'en',
  'cache-control': 'no-cache',
  'user-agent': 'Leadline'
} as const

export async function fetchManifest(
  { fetch, clock }: HttpPorts,
  url: string,
  outer: AbortSignal
): Promise<string> {
  const { host } = new URL(url)
  const limit = deadline(clock, manifestMilliseconds, outer)
  const { signal } = limit
  try {
    const response = await answerOf(url, (at) =>
      abandonable(
        fetch(at, { headers: requestHeaders, redirect: 'manual', credentials: 'omit', signal }),
        signal
      )
    )
    if (response.status !== 200) {
      void response.body?.cancel().catch(() => {})
      throw fail('updates.status', updatesText.status(host, response.status), { retryable: true })
    }
    return await abandonable(boundedText(response, { limit: maxManifestBytes, signal, host }), signal)
  } catch (thrown) {
    outer.throwIfAborted()
    if (limit.passed) {
      const sentence = updatesText.timeout(host, manifestMilliseconds / 1000)
      throw fail('updates.timeout', sentence, { retryable: true })
    }
    throw ownProblem(networkProblem(thrown, host), host)
  } finally {
    limit.release()
  }
}

/** Follows redirects within one origin only. */
export async function answerOf(url: string, ask: (at: string) => Promise<Response>): Promise<Response> {
  const first = new URL(url)
  let at = first
  for (let hops = 0; ; hops += 1) {
    if (!isAllowedUrl(at.href)) throw fail('updates.insecure', updatesText.insecure(at.host))
    const response = await ask(at.href)
    if (![301, 302, 303, 307, 308].includes(response.status)) return response
    void response.body?.cancel().catch(() => {})
    const target = response.headers.get('location') ?? ''
    const next = URL.canParse(target, at.href) ? new URL(target, at) : null
    if (next?.origin !== first.origin || hops === maxHops)
      throw fail('updates.redirect', updatesText.redirect(first.host), { retryable: true })
    at = next
  }
}

function ownProblem(error: ProblemError, host: string): ProblemError {
  if (error.problem.code === 'network.too-long')
    return fail('updates.too-long', updatesText.tooLong(host), { retryable: true })
  if (error.problem.code === 'network.closed')
    return fail('updates.truncated', updatesText.truncated(host), { retryable: true })
  return error
}
