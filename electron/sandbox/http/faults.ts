import type { FastifyReply } from 'fastify'
import type { Clock } from '../control/clock'
import type { Scenarios } from '../control/scenarios'
import { HttpProblem } from './problem'

export type FaultClock = Pick<Clock, 'later'>

/** Longer than a person waits gladly, shorter than clients give up. */
const slowness = 5000
const retryAfterSeconds = 2
/** How far the server's clock runs ahead in `clock-skew`: more than any leeway that clients grant. */
const skew = 5 * 60_000

export const pause = (clock: FaultClock) => new Promise<void>((resolve) => clock.later(slowness, resolve))

export const tooMany = () =>
  new HttpProblem(429, `too many requests: try again in ${retryAfterSeconds} seconds`, {
    headers: { 'retry-after': String(retryAfterSeconds) }
  })

/** The service's clock. */
export const serviceClock = (clock: Clock, scenarios: Scenarios): Clock => ({
  now: () => clock.now() + (scenarios.on('clock-skew') ? skew : 0),
  later: (milliseconds, run) => clock.later(milliseconds, run)
})

const html =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head>' +
  '<body><h1>Bad Gateway</h1><p>The upstream did not answer.</p></body></html>'

/** Before a REST call is looked at; true when the answer was sent already. */
export async function troubleBefore(
  scenarios: Scenarios,
  clock: FaultClock,
  reply: FastifyReply
): Promise<boolean> {
  if (scenarios.on('rest-slow')) await pause(clock)
  if (scenarios.on('rest-429')) throw tooMany()
  if (scenarios.on('rest-500')) throw new HttpProblem(500, 'an internal error was rehearsed')
  if (!scenarios.on('rest-html')) return false
  await reply.code(502).type('text/html; charset=utf-8').send(html)
  return true
}

/** Announces `announced` bytes, sends the first `sent` of them, and hangs up. */
export function sendAndHangUp(
  reply: FastifyReply,
  answer: { status: number; headers: Record<string, string>; body: Buffer; announced: number; sent: number }
): FastifyReply {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(answer.status, {
    ...answer.headers,
    'content-length': String(answer.announced),
    connection: 'close'
  })
  raw.write(answer.body.subarray(0, answer.sent), () => raw.destroy())
  return reply
}
