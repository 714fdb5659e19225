import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { parseTime } from '#shared/domain/base/time'
import type { Conversions } from '../data/conversions'
import { badParameter, HttpProblem, notFound } from '../http/problem'
import { queryOf } from '../rest/routes'
import { isScenarioName, scenarioNames } from '#shared/domain/connection/scenarios'
import type { Scenarios } from './scenarios'

interface MarketControl {
  readonly markets: readonly string[]
  readonly running: boolean
  pause(): void
  resume(): void
  step(count?: number, market?: string): number
  has(market: string): boolean
  book(market: string): unknown
  trades(market: string, since?: string): unknown
  aggressors(market: string): unknown
}

interface ControlDependencies {
  readonly key: string
  readonly scenarios: Scenarios
  readonly market: MarketControl
  readonly addresses: { readonly count: number; add(count: number): void }
  readonly conversions: Pick<Conversions, 'make' | 'end'>
  /** The creation time of records. */
  readonly now: () => number
  readonly connections: () => readonly { readonly id: string }[]
}

/** Row IDs have 32 bits; well below that, a filter without matches would be too slow. */
export const maxAddresses = 2_000_000

const target = v.strictObject({
  market: v.optional(v.pipe(v.string(), v.maxLength(64))),
  connection: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(64))),
  for_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400_000)))
})
const step = v.strictObject({
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))),
  market: v.optional(v.pipe(v.string(), v.maxLength(64)))
})
const growth = v.strictObject({
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))
})
const asset = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,20}$/, 'must be capitals and digits'))
const pair = v.strictObject({ source_asset: asset, target_asset: asset })
const ending = v.strictObject({ status: v.picklist(['SETTLED', 'CANCELLED']) })

function bodyOf<Schema extends v.GenericSchema>(
  request: FastifyRequest,
  schema: Schema
): v.InferOutput<Schema> {
  const text = (request.body as string | undefined) ?? ''
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw new HttpProblem(400, 'the body is not JSON')
  }
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  const [issue] = read.issues
  throw badParameter(v.getDotPath(issue) ?? 'body', issue.message)
}

/** Simulated faults, and the truth for tests. Not part of the documented service. */
export function addControlRoutes(server: FastifyInstance, deps: ControlDependencies): void {
  const { scenarios, market, addresses } = deps
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const right = digest(`Bearer ${deps.key}`)

  const knownMarket = (name: string) => {
    if (!market.has(name)) throw notFound('there is no such market')
    return name
  }
  const nameOf = (request: FastifyRequest) => {
    const { name } = request.params as { name: string }
    if (!isScenarioName(name)) throw notFound('there is no such scenario')
    return name
  }
  const state = () => ({ names: scenarioNames, active: scenarios.active() })
  const pace = () => ({ running: market.running })

  void server.register(
    (control, _options, done) => {
      control.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
      control.addHook('onRequest', (request, _reply, next) => {
        const allowed = timingSafeEqual(digest(request.headers.authorization ?? ''), right)
        next(
          allowed
            ? undefined
            : new HttpProblem(401, 'the control key is missing or wrong', {
                headers: { 'www-authenticate': 'Bearer' }
              })
        )
      })
      control.get('/scenarios', () => state())
      control.put('/scenarios/:name', (request) => {
        const name = nameOf(request)
        const { market: only, connection, for_ms } = bodyOf(request, target)
        if (only !== undefined && !market.has(only)) throw badParameter('market', 'there is no such market')
        if (connection !== undefined && !deps.connections().some(({ id }) => id === connection)) {
          throw badParameter('connection', 'there is no such connection')
        }
        scenarios.switchOn(name, {
          ...(only !== undefined && { market: only }),
          ...(connection !== undefined && { connection }),
          ...(for_ms !== undefined && { for_ms })
        })
        return state()
      })
      control.delete('/scenarios/:name', (request) => {
        scenarios.switchOff(nameOf(request))
        return state()
      })
      control.post('/pause', () => {
        market.pause()
        return pace()
      })
      control.post('/resume', () => {
        market.resume()
        return pace()
      })
      control.post('/step', (request) => {
        const wanted = bodyOf(request, step)
        if (wanted.market !== undefined && !market.has(wanted.market)) {
          throw badParameter('market', 'there is no such market')
        }
        return { messages: market.step(wanted.count, wanted.market), ...pace() }
      })
      control.post('/addresses', (request) => {
        const { count } = bodyOf(request, growth)
        if (addresses.count + count > maxAddresses) {
          throw badParameter('count', `there may be ${maxAddresses} addresses at most`)
        }
        addresses.add(count)
        return { count: addresses.count }
      })
      control.post('/conversions', (request) => ({
        id: deps.conversions.make(bodyOf(request, pair), deps.now())
      }))
      control.put('/conversions/:id', (request) => {
        const id = (request.params as { id: string }).id.toLowerCase()
        const { status } = bodyOf(request, ending)
        const done = deps.conversions.end(id, status, deps.now())
        if (done === null) throw notFound('there is no conversion with this id')
        if (!done) throw badParameter('status', 'this conversion has ended already')
        return { id, status }
      })
      control.get('/books/:market', (request) =>
        market.book(knownMarket((request.params as { market: string }).market))
      )
      control.get('/trades/:market', (request) => {
        const name = knownMarket((request.params as { market: string }).market)
        const since = queryOf(request).get('since')
        if (since !== null && parseTime(since) === null) throw badParameter('since', 'must be a time')
        return { trades: market.trades(name, since ?? undefined) }
      })
      control.get('/aggressors/:market', (request) => ({
        aggressors: market.aggressors(knownMarket((request.params as { market: string }).market))
      }))
      control.get('/connections', () => ({ connections: deps.connections() }))
      done()
    },
    { prefix: '/control' }
  )
}
