import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fail } from '#shared/domain/base/problem'
import { systemClock } from './control/clock'
import { addControlRoutes } from './control/routes'
import { Scenarios } from './control/scenarios'
import { Addresses } from './data/addresses'
import { Conversions } from './data/conversions'
import { parseMonth } from './data/months'
import { makeStatements } from './data/statements'
import { PresignedUrls } from './files/presigned'
import { addFileRoutes } from './files/routes'
import { serviceClock } from './http/faults'
import { createServer, pathOf, refuseUpgrade, wrongHost } from './http/server'
import { Exchange } from './market/exchange'
import { defaultOptions, type SandboxDescription, type SandboxOptions } from './options'
import { addRestRoutes } from './rest/routes'
import { StreamServer } from './stream/server'
import { Unread } from './stream/unread'
import { addTokenRoutes } from './tokens/routes'
import { Tokens } from './tokens/tokens'

export type { SandboxDescription, SandboxOptions } from './options'

const host = '127.0.0.1'
const streamPath = '/v2/stream'
const streamScope = 'exchange:read_aggregated_marketdata_stream'

export interface RunningSandbox {
  readonly description: SandboxDescription
  readonly scenarios: Scenarios
  close(): Promise<void>
}

/** Starts the whole service on loopback. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { port, seed, rate, addresses: count, anchor, ...rest } = { ...defaultOptions, ...options }
  const month = parseMonth(anchor)
  if (month === null) throw fail('sandbox.anchor', 'The anchor must be a month such as 2026-10.')
  const system = options.clock ?? systemClock
  const scenarios = new Scenarios(system)
  for (const name of options.scenarios ?? []) scenarios.switchOn(name)
  const clock = serviceClock(system, scenarios)
  const credentials = {
    clientId: options.clientId ?? randomUUID(),
    clientSecret: options.clientSecret ?? randomBytes(24).toString('base64url')
  }
  const controlKey = randomBytes(24).toString('base64url')

  const addresses = new Addresses({ seed, anchor: month, count })
  const statements = new Map(makeStatements(seed, month).map((statement) => [statement.id, statement]))
  const conversions = new Conversions({ seed, anchor: month, startedAt: clock.now() })
  const tokens = new Tokens({ clock, scenarios, lifetimeSeconds: rest.tokenTtlSeconds })
  let origin = ''
  const presigned = new PresignedUrls({
    clock,
    scenarios,
    lifetimeSeconds: rest.urlTtlSeconds,
    origin: () => origin
  })
  // The market keeps the true clock; `clock-skew` is applied per connection.
  const { executionLag } = options
  const market = new Exchange({
    clock: system,
    seed,
    rate,
    ...(executionLag !== undefined && { executionLag })
  })
  const unread = new Unread(system, (idle) => rest.idleWhenUnread && market.setIdle(idle))
  const stream = new StreamServer({
    clock: system,
    market,
    scenarios,
    authenticate: (authorization) => tokens.authenticate(authorization, streamScope),
    connectionsChanged: (count) => unread.changed(count)
  })

  const server = createServer(clock, options.log ?? (() => undefined))
  addTokenRoutes(server, { tokens, credentials, scenarios, clock })
  addRestRoutes(server, { clock, scenarios, tokens, addresses, statements, conversions, presigned })
  addFileRoutes(server, { scenarios, statements, presigned })
  addControlRoutes(server, {
    key: controlKey,
    scenarios,
    market,
    addresses,
    conversions,
    now: () => clock.now(),
    connections: () => stream.connections()
  })
  server.server.on('upgrade', (request, socket, head) => {
    const wrong = wrongHost(request)
    if (wrong) refuseUpgrade(socket, wrong)
    else if (pathOf(request) === streamPath) stream.handleUpgrade(request, socket, head)
    else refuseUpgrade(socket)
  })

  const close = async () => {
    market.dispose()
    unread.dispose()
    await stream.close()
    await server.close()
    tokens.dispose()
    scenarios.dispose()
  }
  try {
    await server.listen({ host, port })
  } catch (error) {
    await close()
    throw listenProblem(error, port)
  }
  const { port: taken } = server.server.address() as AddressInfo
  origin = `http://${host}:${taken}`
  market.setIdle(rest.idleWhenUnread === true)
  market.resume()
  return {
    description: {
      base_url: `${origin}/v2`,
      auth_url: origin,
      ws_url: `ws://${host}:${taken}${streamPath}`,
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      markets: market.markets,
      statement_ids: [...statements.keys()],
      conversion_ids: conversions.ids,
      control_url: `${origin}/control`,
      control_key: controlKey
    },
    scenarios,
    close
  }
}

function listenProblem(error: unknown, port: number) {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    return fail(
      'sandbox.port',
      `Port ${port} is in use by another program. Choose another, or 0 for a free one.`
    )
  }
  if (code === 'EACCES') {
    return fail('sandbox.port', `Port ${port} may not be opened by this user. Choose one above 1023.`)
  }
  return fail('sandbox.listen', 'The local sandbox could not be started.', { cause: error })
}
