import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { AddressFilters } from '#shared/contract/records/addresses/index'
import type { ProfileDraft } from '#shared/contract/connection/connections'
import { parseTime } from '#shared/domain/base/time'
import type { DepositAddressesMessage, DepositAddressMessage } from '#shared/wire/address'
import { expect } from './expect'
import { noMarkets, startOwnService, type OwnService } from './own-service'

/** Returns true if it answered. */
export type Answering = (asked: URLSearchParams, response: ServerResponse) => boolean

/** A proxy that can observe, hold and alter REST requests. */
export interface WatchedService {
  readonly own: OwnService
  readonly restBase: string
  /** Since the last call. */
  readonly seen: () => URLSearchParams[]
  /** Holds further requests. */
  readonly letThrough: (count: number) => void
  /** Null restores the service. */
  readonly answer: (by: Answering | null) => void
  /** Newest first, read without Leadline. */
  readonly truth: () => Promise<readonly DepositAddressMessage[]>
  readonly close: () => Promise<void>
}

export interface WatchedOptions {
  readonly addresses?: number
  /** At most so many addresses per answer, so that a few are many pages. */
  readonly pageSize?: number
  /** Alters addresses in transit. */
  readonly alter?: (one: DepositAddressMessage) => DepositAddressMessage
}

export async function startWatchedService({
  addresses,
  pageSize = Number.POSITIVE_INFINITY,
  alter
}: WatchedOptions = {}): Promise<WatchedService> {
  const own = await startOwnService([
    ...noMarkets,
    ...(addresses === undefined ? [] : ['--addresses', String(addresses)])
  ])
  const target = new URL(own.description.base_url)
  let asked: URLSearchParams[] = []
  let allowed = Number.POSITIVE_INFINITY
  let answering: Answering | null = null
  const held: (() => void)[] = []

  const pass = (request: IncomingMessage, response: ServerResponse, change?: (body: string) => string) => {
    const { method, headers } = request
    const url = new URL(request.url ?? '/', target)
    const limit = Number(url.searchParams.get('limit'))
    if (limit > pageSize) url.searchParams.set('limit', String(pageSize))
    const onward = forward(
      { host: target.hostname, port: target.port, path: url.pathname + url.search, method, headers },
      (answer) => {
        // Truncates like the service.
        const cut = () => response.destroy()
        if (change && answer.statusCode === 200) return void rewrite(answer, response, change).catch(cut)
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', cut).pipe(response)
      }
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }
  const changed =
    alter &&
    ((body: string) => {
      const page = JSON.parse(body) as DepositAddressesMessage
      return JSON.stringify({ ...page, items: page.items.map(alter) })
    })
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', target)
    if (!pathname.endsWith('/transfer/deposit-addresses')) return pass(request, response)
    asked.push(searchParams)
    if (answering?.(searchParams, response)) return
    if (allowed > 0) {
      allowed -= 1
      return pass(request, response, changed)
    }
    held.push(() => pass(request, response, changed))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    own,
    restBase: `http://127.0.0.1:${port}${target.pathname}`,
    seen() {
      const all = asked
      asked = []
      return all
    },
    letThrough(count) {
      allowed = count
      for (const go of held.splice(0, count)) {
        allowed -= 1
        go()
      }
    },
    answer: (by) => void (answering = by),
    truth: () => allAddresses(own),
    async close() {
      await own.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  }
}

async function rewrite(answer: IncomingMessage, response: ServerResponse, change: (body: string) => string) {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  const body = Buffer.from(change(Buffer.concat(parts).toString('utf8')))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

async function allAddresses({ description }: OwnService): Promise<readonly DepositAddressMessage[]> {
  const token = await fetch(description.auth_url.replace(/\/?$/, '/oauth2/token'), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: description.client_id,
      client_secret: description.client_secret,
      scope: 'transfer:read_deposit_address'
    })
  })
  const { access_token: key } = (await token.json()) as { readonly access_token: string }
  const all: DepositAddressMessage[] = []
  let cursor = ''
  do {
    const words = new URLSearchParams({
      limit: '1000',
      order: 'DESC',
      ...(cursor && { page_cursor: cursor })
    })
    const answer = await fetch(`${description.base_url}/transfer/deposit-addresses?${words.toString()}`, {
      headers: { authorization: `Bearer ${key}` }
    })
    const page = (await answer.json()) as DepositAddressesMessage
    all.push(...page.items)
    cursor = page.next_page_cursor ?? ''
  } while (cursor !== '')
  return all.toSorted(newestFirst)
}

/** The order of equal times is not documented. */
function newestFirst(one: DepositAddressMessage, other: DepositAddressMessage): number {
  const [left, right] = [parseTime(one.created_at)!, parseTime(other.created_at)!]
  if (left !== right) return left < right ? 1 : -1
  return one.id < other.id ? 1 : -1
}

/** The filters by docs/service.md, independent of Leadline. */
export function filtered(
  all: readonly DepositAddressMessage[],
  filters: AddressFilters
): readonly DepositAddressMessage[] {
  const has = (values: readonly string[] | undefined, value: string | undefined) =>
    values === undefined || (value !== undefined && values.includes(value))
  const { createdAt = {} } = filters
  return all.filter((one) => {
    const at = parseTime(one.created_at)!
    const bound = (text: string | undefined, holds: (limit: bigint) => boolean) =>
      text === undefined || holds(parseTime(text)!)
    return (
      has(filters.ids, one.id) &&
      has(filters.profileIds, one.profile_id) &&
      has(filters.identityIds, one.identity_id) &&
      has(filters.accountIds, one.account_id) &&
      has(filters.refIds, one.ref_id) &&
      has(filters.networks, one.crypto_network) &&
      bound(createdAt.lt, (limit) => at < limit) &&
      bound(createdAt.lte, (limit) => at <= limit) &&
      bound(createdAt.eq, (limit) => at === limit) &&
      bound(createdAt.gte, (limit) => at >= limit) &&
      bound(createdAt.gt, (limit) => at > limit)
    )
  })
}

type Features = ProfileDraft['features']
const addressesAlone: Features = { markets: false, addresses: true, conversions: false, statements: false }

interface Used {
  readonly id?: string | null
  readonly features?: Features
  readonly environment?: 'local' | 'sandbox'
}

/** Saved again if known, because the secret is per session. */
export async function useService(
  page: Page,
  { own, restBase }: WatchedService,
  { id = null, features = addressesAlone, environment = 'local' }: Used = {}
): Promise<string> {
  const used = await page.evaluate(
    async ({ service, base, profileId, wanted, where }) => {
      const { connections } = window.leadline!.call
      const saved = await connections.save({
        id: profileId,
        draft: {
          name: 'Own service',
          environment: where,
          restBase: base,
          tokenHost: service.auth_url,
          streamAddress: service.ws_url,
          clientId: service.client_id,
          features: wanted
        },
        clientSecret: service.client_secret,
        sessionOnly: true
      })
      if (!saved.ok || !saved.value.saved) throw new Error(JSON.stringify(saved))
      const connected = await connections.connect({ id: saved.value.id })
      if (!connected.ok) throw new Error(connected.error.sentence)
      return saved.value.id
    },
    { service: own.description, base: restBase, profileId: id, wanted: features, where: environment }
  )
  // Waits for the new connection.
  await expect.poll(() => profileShown(page)).toBe(used)
  return used
}

const profileShown = (page: Page) =>
  page.evaluate(async () => {
    const read = await window.leadline!.call.addresses.read()
    return read.ok ? read.value.profileId : null
  })
