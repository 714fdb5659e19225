import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatTimeShortest } from '#shared/domain/base/time'
import type { DepositAddressesMessage } from '#shared/wire/address'
import type { StatementMessage } from '#shared/wire/statement'
import type { Clock } from '../control/clock'
import type { Scenarios } from '../control/scenarios'
import { pageOf } from '../data/address-query'
import type { Addresses } from '../data/addresses'
import type { Conversions } from '../data/conversions'
import { micros, type Statement } from '../data/statements'
import type { PresignedUrls } from '../files/presigned'
import { sendAndHangUp, troubleBefore } from '../http/faults'
import { notFound } from '../http/problem'
import type { Scope } from '../tokens/scopes'
import type { Tokens } from '../tokens/tokens'
import { Cursors } from './cursors'
import { readAddressRequest } from './query'

interface RestDependencies {
  readonly clock: Clock
  readonly scenarios: Scenarios
  readonly tokens: Tokens
  readonly addresses: Addresses
  readonly statements: ReadonlyMap<string, Statement>
  readonly conversions: Conversions
  readonly presigned: PresignedUrls
}

export const queryOf = (request: FastifyRequest) =>
  new URLSearchParams((request.raw.url ?? '').split('?').slice(1).join('?'))

export function addRestRoutes(server: FastifyInstance, deps: RestDependencies): void {
  const cursors = new Cursors()
  const route = (path: string, scope: Scope, answer: (request: FastifyRequest) => unknown) =>
    server.get(`/v2${path}`, async (request, reply) => {
      if (await troubleBefore(deps.scenarios, deps.clock, reply)) return reply
      await deps.tokens.require(request.headers.authorization, scope)
      return send(deps.scenarios, reply, answer(request))
    })
  route('/transfer/deposit-addresses', 'transfer:read_deposit_address', (request) =>
    listAddresses(queryOf(request), deps.addresses, cursors)
  )
  route('/rewards/statements/:id', 'rewards:read_statements', (request) => {
    const statement = deps.statements.get(idOf(request))
    if (!statement) throw notFound('there is no statement with this id')
    return { statement: writeStatement(statement, deps.presigned) }
  })
  route('/conversion/stablecoins/:id', 'conversion:read_conversion_stablecoin', (request) => {
    const conversion = deps.conversions.find(idOf(request), deps.clock.now())
    if (!conversion) throw notFound('there is no conversion with this id')
    return conversion
  })
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id.toLowerCase()

function listAddresses(
  parameters: URLSearchParams,
  addresses: Addresses,
  cursors: Cursors
): DepositAddressesMessage {
  const { query, order, limit, cursor, fingerprint } = readAddressRequest(parameters, addresses)
  // The empty cursor of the last page starts over.
  const after = cursor ? cursors.read(cursor, fingerprint) : null
  const page = pageOf(addresses, query, { order, limit, after })
  return {
    items: page.rows.map((row) => addresses.row(row)),
    next_page_cursor: page.last === null ? '' : cursors.write(page.last, fingerprint)
  }
}

function writeStatement(statement: Statement, presigned: PresignedUrls): StatementMessage {
  return {
    id: statement.id,
    asset_type: statement.asset,
    period_start: statement.periodStart,
    period_end: statement.periodEnd,
    status: statement.completed ? 'STATEMENT_STATUS_COMPLETED' : 'STATEMENT_STATUS_PENDING',
    type: 'STATEMENT_TYPE_MONTHLY_REWARDS',
    total_accrued: micros(statement.totalAccrued),
    avg_daily_balance: micros(statement.averageBalance),
    files: statement.formats.map((format) => ({
      format: `STATEMENT_FORMAT_${format}`,
      download_url: presigned.make(statement, format),
      generated_at: formatTimeShortest(statement.generatedAt)
    })),
    created_at: formatTimeShortest(statement.createdAt)
  }
}

function send(scenarios: Scenarios, reply: FastifyReply, answer: unknown): FastifyReply {
  const body = Buffer.from(JSON.stringify(answer))
  const type = 'application/json; charset=utf-8'
  if (scenarios.on('rest-truncated')) {
    const half = Math.floor(body.length / 2)
    const headers = { 'content-type': type }
    return sendAndHangUp(reply, { status: 200, headers, body, announced: body.length, sent: half })
  }
  return reply
    .header('cache-control', 'no-store')
    .type(scenarios.on('wrong-content-type') ? 'text/plain; charset=utf-8' : type)
    .send(body)
}
