import type { Attack } from '../attack'
import { bomb, brackets, drip, endless, rawAnswer, whole } from '../bodies'
import { canarySecret, echoesOf } from '../canary'
import { loadAddresses } from '../desk'
import { addressId, addressRecord, sendJson, type HostileService } from '../service'

type RestAnswer = NonNullable<Parameters<HostileService['change']>[0]['rest']>

const simple = (name: string, rest: RestAnswer, says: RegExp, more: Partial<Attack> = {}): Attack => ({
  name: `REST: ${name}`,
  async run({ service, page }) {
    service.change({ rest })
    const { phase, sentence, received, unreadable } = await loadAddresses(page)
    return `${phase}, ${received} received, ${unreadable} unreadable: ${sentence}`
  },
  says,
  ...more
})

const list = (items: readonly unknown[], cursor = '') => JSON.stringify({ items, next_page_cursor: cursor })
const tooLong = /^interrupted.*far too large/
const malformed = /^interrupted.*the requested data/

/** A deeply nested record between two valid ones. */
const oneDeep = list([1, 2, 3].map((number) => addressRecord(addressId(number)))).replace(
  `"id":"${addressId(2)}"`,
  `"id":"${addressId(2)}","ref_id":${brackets(200_000)}`
)

let pages = 0

export const restAttacks: readonly Attack[] = [
  simple('gzip bomb', bomb(), tooLong),
  simple('endless answer', endless(Buffer.alloc(65_536, ' ')), tooLong),
  simple('8 MB of brackets', whole(brackets(8_000_000)), /^interrupted/),
  simple(
    'one address with a field of 100,000 brackets',
    whole(oneDeep),
    /^done, 3 received, (0|1) unreadable/
  ),
  simple('8 MB of empty objects', whole(`{"items":[${'{},'.repeat(2_700_000)}{}]}`), malformed),
  simple(
    '16 MB of one text',
    whole(list([addressRecord(addressId(1), { ref_id: 'x'.repeat(15_000_000) })])),
    /^done/,
    {
      isLong: true
    }
  ),
  simple(
    '16 MB of quotes and escapes',
    whole(`{"items":["${'\\"'.repeat(7_500_000)}"]}`),
    /^done, 0 received, 1 unreadable/,
    {
      isLong: true
    }
  ),
  simple('a text that never ends', whole(`{"items":["${'\\\\'.repeat(2_000_000)}`), malformed, {
    isLong: true
  }),
  simple('slow drip', drip(200), /^interrupted.*did not answer within/, { isLong: true }),
  simple(
    'huge headers',
    whole('{}', 200, { 'x-long': Array<string>(4000).fill('x'.repeat(1000)) }),
    /^interrupted/,
    {
      isLong: true
    }
  ),
  simple('absurd headers', rawAnswer('200 OK\r\ncontent-length: 2\r\ncontent-length: -1'), /^interrupted/, {
    isLong: true
  }),
  simple(
    'empty pages without an end',
    (response) => sendJson(response, { items: [], next_page_cursor: `next-${(pages += 1)}` }),
    /^interrupted.*the same page/,
    { isLong: true }
  ),
  simple('waits without an end', whole('{}', 503, { 'retry-after': '9'.repeat(400) }), /^interrupted/, {
    isLong: true
  }),
  {
    name: 'REST: secret and token in its refusal',
    async run({ service, page }) {
      const echoed = [canarySecret, service.token()].flatMap((text) => Object.values(echoesOf(text)))
      service.change({ rest: whole(JSON.stringify({ title: 'No', detail: echoed.join(' ') }), 400) })
      return (await loadAddresses(page)).sentence
    },
    says: /\[redacted\]/
  },
  {
    name: 'REST: sends on to another host',
    async run({ service, page, other }) {
      const location = `${other.address}/v2/transfer/deposit-addresses`
      service.change({ rest: (response) => void response.writeHead(302, { location }).end() })
      return (await loadAddresses(page)).sentence
    },
    says: /redirected to another URL|failed on the way/
  }
]
