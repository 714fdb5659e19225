import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import type { AddressFilters } from '../../electron/shared/contract/addresses'
import { parseTime } from '../../electron/shared/domain/time'
import type { DepositAddressesMessage, DepositAddressMessage } from '../../electron/shared/wire/address'
import { startOwnService, type OwnService } from './own-service'

/** A service whose REST requests are seen on their way, and can be held there. */
export interface WatchedService {
  readonly own: OwnService
  readonly restBase: string
  /** The parameters of each request for addresses since the last look. */
  readonly seen: () => URLSearchParams[]
  /** Lets so many requests through, and holds all others until it is told again. */
  readonly letThrough: (count: number) => void
  /** All addresses of the service, newest first, asked for without Leadline. */
  readonly truth: () => Promise<readonly DepositAddressMessage[]>
  readonly close: () => Promise<void>
}

export async function startWatchedService(): Promise<WatchedService> {
  const own = await startOwnService()
  const target = new URL(own.description.base_url)
  let asked: URLSearchParams[] = []
  let allowed = Number.POSITIVE_INFINITY
  const held: (() => void)[] = []

  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const { method, headers, url } = request
    const onward = forward(
      { host: target.hostname, port: target.port, path: url, method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', target)
    if (!pathname.endsWith('/transfer/deposit-addresses')) return pass(request, response)
    asked.push(searchParams)
    if (allowed > 0) {
      allowed -= 1
      return pass(request, response)
    }
    held.push(() => pass(request, response))
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
    truth: () => allAddresses(own),
    async close() {
      await own.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  }
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

/** Several are created in one nanosecond; which of them comes first the service leaves open. */
function newestFirst(one: DepositAddressMessage, other: DepositAddressMessage): number {
  const [left, right] = [parseTime(one.created_at)!, parseTime(other.created_at)!]
  if (left !== right) return left < right ? 1 : -1
  return one.id < other.id ? 1 : -1
}

/** What api.md says of the filters, written without a look at how Leadline does it. */
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

export async function useService(page: Page, { own, restBase }: WatchedService): Promise<string> {
  return page.evaluate(
    async ({ service, base }) => {
      const { connections } = window.leadline!.call
      const saved = await connections.save({
        id: null,
        draft: {
          name: 'Own service',
          environment: 'local',
          restBase: base,
          tokenHost: service.auth_url,
          streamAddress: service.ws_url,
          clientId: service.client_id,
          features: { markets: false, addresses: true, conversions: false, statements: false }
        },
        clientSecret: service.client_secret,
        sessionOnly: true
      })
      if (!saved.ok || !saved.value.saved) throw new Error(JSON.stringify(saved))
      const connected = await connections.connect({ id: saved.value.id })
      if (!connected.ok) throw new Error(connected.error.sentence)
      return saved.value.id
    },
    { service: own.description, base: restBase }
  )
}

export const table = (page: Page) => page.getByRole('grid', { name: 'Deposit addresses' })
export const foot = (page: Page) => page.locator('main footer')
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Address, label, any id' })

export async function showAddresses(page: Page) {
  await page.keyboard.press('Control+Shift+B')
  await expect(page.getByRole('heading', { name: 'Deposit addresses', level: 1 })).toBeVisible()
}

export async function addFilter(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page.getByRole('menu').getByText(name, { exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Filter: ${name}` })).toBeVisible()
}

/** The ids of the rows that a filter leaves of all that is loaded, in the order in which they are shown. */
export function loadedIds(page: Page, filters: AddressFilters): Promise<string[]> {
  return page.evaluate(async (asked) => {
    const { ask, slice, closeView } = window.leadline!.call.addresses
    const view = `check:${crypto.randomUUID()}`
    const answer = await ask({ view, sequence: 1, question: { filters: asked, search: '', order: 'DESC' } })
    if (!answer.ok) throw new Error(answer.error.sentence)
    const ids: string[] = []
    while (ids.length < answer.value.count) {
      const part = await slice({ view, from: ids.length, count: 500 })
      if (!part.ok || part.value.rows.length === 0) throw new Error(JSON.stringify(part))
      ids.push(...part.value.rows.map(({ id }) => id))
    }
    await closeView({ view })
    return ids
  }, filters)
}

/** The addresses of the rows in sight, as their cells name them in full. */
export const shownAddresses = (page: Page) =>
  table(page)
    .locator('[role="gridcell"].address > span')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title')))
