import type { FastifyReply } from 'fastify'
import type { Clock } from '../control/clock'
import type { Scenarios } from '../control/scenarios'
import { HttpProblem } from './problem'

export type FaultClock = Pick<Clock, 'later'>

/** Slow for users, but within client time-outs. */
const slowness = 5000
const retryAfterSeconds = 2
/** The lead of the server's clock in `clock-skew`, above client tolerances. */
const skew = 5 * 60_000

export const pause = (clock: FaultClock) => new Promise<void>((resolve) => clock.later(slowness, resolve))

export const tooMany = () =>
  new HttpProblem(429, `too many requests: try again in ${retryAfterSeconds} seconds`, {
    headers: { 'retry-after': String(retryAfterSeconds) }
  })

export const serviceClock = (clock: Clock, scenarios: Scenarios): Clock => ({
  now: () => clock.now() + (scenarios.on('clock-skew') ? skew : 0),
  later: (milliseconds, run) => clock.later(milliseconds, run)
})

const html =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head>' +
  '<body><h1>Bad Gateway</h1><p>The upstream did not answer.</p></body></html>'

/** Runs before REST calls; true if it sent the answer. */
export async function troubleBefore(
  scenarios: Scenarios,
  clock: FaultClock,
  reply: FastifyReply
): Promise<boolean> {
  if (scenarios.on('rest-slow')) await pause(clock)
  if (scenarios.on('rest-429')) throw tooMany()
  if (scenarios.on('rest-500')) throw new HttpProblem(500, 'this internal error is simulated')
  if (!scenarios.on('rest-html')) return false
  await reply.code(502).type('text/html; charset=utf-8').send(html)
  return true
}

/** Announces `announced` bytes, sends `sent` of them, and closes. */
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
