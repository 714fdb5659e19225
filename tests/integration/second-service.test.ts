import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { SeededRandom } from '../chaos/random'
import { startSecondService, type SecondService, type SecondServiceOptions } from '../second-service'
import { readTime } from '../second-service/spelling'
import { drawVariants } from '../second-service/variants'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(options: SecondServiceOptions): Promise<SecondService> {
  const service = await startSecondService(options)
  open.push(() => service.close())
  return service
}

async function tokenOf({ description }: SecondService, scope: string): Promise<string> {
  const { auth_url, client_id, client_secret } = description
  const answer = await fetch(`${auth_url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope })
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

interface Pushed {
  readonly type?: string
  readonly channels?: readonly { readonly success: boolean }[]
  readonly channel?: { readonly type: string }
  readonly payload?: {
    readonly type?: string
    readonly time: string
    readonly bids: readonly { readonly price: string; readonly amount: string }[]
    readonly asks: readonly { readonly price: string; readonly amount: string }[]
    readonly price: string
    readonly amount: string
    readonly executed_at: string
  }
}

const short = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** As documented: updates newer than the snapshot apply. */
function bookOf(messages: readonly Pushed[]) {
  const books = messages.flatMap(({ channel, payload }) =>
    channel?.type === 'market_data' ? [payload!] : []
  )
  const snapshot = books.find(({ type }) => type === 'SNAPSHOT')!
  const since = readTime(snapshot.time)!
  const newer = books.filter(({ type, time }) => type === 'UPDATE' && readTime(time)! > since)
  const side = (name: 'bids' | 'asks') => {
    const levels = new Map<string, string>()
    for (const book of [snapshot, ...newer])
      for (const { price, amount } of book[name])
        if (short(amount) === '0') levels.delete(short(price))
        else levels.set(short(price), short(amount))
    return Object.fromEntries(levels)
  }
  return { bids: side('bids'), asks: side('asks') }
}

const truthOf = (service: SecondService, market: string) => {
  const side = (name: 'bids' | 'asks') =>
    Object.fromEntries(
      service
        .market(market)
        .levels(name)
        .map(({ price, amount }) => [price, amount])
    )
  return { bids: side('bids'), asks: side('asks') }
}

describe('the second service', () => {
  test.each([1, 2, 3, 4, 5, 6])('streams its own truth in all variants: seed %i', async (seed) => {
    const variants = { ...drawVariants(new SeededRandom(seed)), timeResolution: 'nanosecond' as const }
    const service = await start({ seed, variants, rate: 0 })
    const token = await tokenOf(service, 'exchange:read_aggregated_marketdata_stream')
    const socket = new WebSocket(service.description.ws_url, {
      headers: { authorization: `Bearer ${token}` }
    })
    open.push(() => socket.terminate())
    const messages: Pushed[] = []
    let received = () => {}
    socket.on('message', (data) => {
      messages.push(JSON.parse(String(data)) as Pushed)
      received()
    })
    const until = async (holds: () => boolean) => {
      while (!holds()) await new Promise<void>((resolve) => (received = resolve))
    }
    await once(socket, 'open')
    const market = seed % 2 === 0 ? 'WEIUSD' : 'NEWUSD'
    const channels = ['market_data', 'execution_data'].map((type) => ({ type, params: { market } }))
    socket.send(JSON.stringify({ type: 'subscribe', channels }))
    await until(
      () => messages.flatMap(({ type, channels: all }) => (type === 'subscribe' ? all! : [])).length === 2
    )
    service.step(200, market)
    service.pause()
    socket.send(JSON.stringify({ type: 'subscription_list' }))
    await until(() => messages.some(({ type }) => type === 'subscription_list'))
    expect(bookOf(messages)).toEqual(truthOf(service, market))
    const spell = (price: string, amount: string, time: bigint) => `${short(price)} ${short(amount)} ${time}`
    const executions = messages.flatMap(({ channel, payload }) =>
      channel?.type === 'execution_data'
        ? [spell(payload!.price, payload!.amount, readTime(payload!.executed_at)!)]
        : []
    )
    const traded = service.market(market).trades.map((one) => spell(one.price, one.amount, one.executedAt))
    expect(executions.sort()).toEqual(traded.sort())
    expect(traded.length).toBeGreaterThan(5)
  })

  test('is deterministic for a seed', async () => {
    const clock = { now: () => 1.7e12, later: () => () => undefined }
    const [one, other] = [await start({ seed: 9, clock }), await start({ seed: 9, clock })]
    for (const service of [one, other]) service.step(500)
    expect(truthOf(one, 'BTCUSD')).toEqual(truthOf(other, 'BTCUSD'))
    expect(one.market('BTCUSD').trades).toEqual(other.market('BTCUSD').trades)
    expect(one.records.addresses).toEqual(other.records.addresses)
  })

  test.each([1, 2, 3])('returns every address once: seed %i', async (seed) => {
    const service = await start({ seed, variants: drawVariants(new SeededRandom(seed)), rate: 0 })
    const authorization = `Bearer ${await tokenOf(service, 'transfer:read_deposit_address')}`
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const query = new URLSearchParams({ limit: '50', ...(cursor && { page_cursor: cursor }) })
      const answer = await fetch(`${service.description.base_url}/transfer/deposit-addresses?${query}`, {
        headers: { authorization }
      })
      const page = (await answer.json()) as { items: { id: string }[]; next_page_cursor?: string }
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.next_page_cursor
    } while (cursor)
    expect(ids).toHaveLength(new Set(ids).size)
    expect([...ids].sort()).toEqual(service.records.addresses.map(({ id }) => id).sort())
  })

  test('serves files through redirects, compressed, without a token', async () => {
    const service = await start({ rate: 0 })
    const authorization = `Bearer ${await tokenOf(service, 'rewards:read_statements')}`
    const [record] = service.records.statements
    const answer = await fetch(`${service.description.base_url}/rewards/statements/${record!.id}`, {
      headers: { authorization }
    })
    const { statement } = (await answer.json()) as { statement: { files: { download_url: string }[] } }
    expect(statement.files).toHaveLength(5)
    for (const [place, { download_url }] of statement.files.entries()) {
      const bytes = Buffer.from(await (await fetch(download_url)).arrayBuffer())
      expect(bytes.equals(record!.files[place]!.bytes)).toBe(true)
    }
  })
})
