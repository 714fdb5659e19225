import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { quotable } from '#engine/market/live/quotable'
import { createRedactor } from '#engine/base/log/index'
import { operations } from '#engine/connection/rest/operations'
import { restRefusal } from '#engine/connection/rest/refusal'
import { consequenceOf } from '#engine/connection/stream/ending'
import { tokenRefusal } from '#engine/connection/tokens/refusal'
import { decodeStreamMessage, type ControlMessage } from '#shared/wire/stream-decoder'

const secret = 'canary"secret/ü+7c1e0d94'
const token = 'canarytoken.5f2b9c7e.0123456789'
const { keep, redact } = createRedactor()
keep(secret)
keep(token)
const ports = { clock: systemClock, redact }
const host = 'service.example'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
/** Ways to echo a text. */
const writings: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(`id:${text}`).toString('base64url'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => Buffer.from(text).toString('hex').toUpperCase(),
  (text) => JSON.stringify(text),
  (text) => Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  (text) => utf16(text).toString('latin1'),
  (text) => utf16(text).swap16().toString('latin1')
]
/** Parts that reveal a canary in some form. */
const traces = [secret, token].flatMap((text) =>
  // The zeros of UTF-16 are shown as spaces.
  [...writings, (plain: string) => [...plain].join(' ')].flatMap((write) => {
    const written = write(text)
    return [written.slice(8, 20), written.slice(0, 12)]
  })
)
const expectNone = (value: unknown) => {
  const text = JSON.stringify(value)
  for (const trace of traces) expect(text).not.toContain(JSON.stringify(trace).slice(1, -1))
}

const words = fc
  .tuple(
    fc.string({ maxLength: 8 }),
    fc.nat(400).map((length) => 'x '.repeat(length / 2)),
    fc.constantFrom(secret, token),
    fc.constantFrom(...writings),
    fc.string({ maxLength: 8 })
  )
  .map(([before, filling, text, write, after]) => `${before} ${filling}${write(text)} ${after}`)
const body = fc.oneof(
  words,
  words.map((said) =>
    JSON.stringify({ error: said, error_description: said, detail: said, request_id: said })
  ),
  words.map((said) => JSON.stringify({ title: said, meta: { required_scope: said } })),
  words.map((said) =>
    JSON.stringify({ detail: `insufficient scopes: found '', required one of '[${said}]'` })
  )
)
const status = fc.constantFrom(302, 400, 401, 403, 404, 418, 429, 500, 503)

test('quotes no secret in token, REST and handshake refusals', () => {
  fc.assert(
    fc.property(status, body, words, (code, text, id) => {
      const headers = new Headers({ 'x-request-id': encodeURIComponent(id).slice(0, 900) })
      const answer = { status: code, headers, text }
      expectNone(tokenRefusal(answer, host, ports).problem)
      for (const operation of Object.values(operations))
        expectNone(restRefusal(answer, { host, operation, ...ports }).problem)
      const refused = { kind: 'refused', token, status: code, body: text, retryAfter: null } as const
      expectNone(consequenceOf(refused, host, ports).problem)
    })
  )
})

test('quotes no secret in close reasons and stream messages', () => {
  fc.assert(
    fc.property(words, fc.constantFrom(1000, 1008, 1011, 4001), (said, code) => {
      const closed = { kind: 'closed', opened: true, code, reason: said, problem: null } as const
      expectNone(consequenceOf(closed, host, ports).problem)
      const channels = [{ type: 'market_data', params: { market: 'BTCUSD' }, success: false, error: said }]
      for (const message of [
        { type: 'error', error: said, message: said },
        { type: 'error', code: said },
        { type: 'error', error: said.padStart(4000 + said.length / 2) },
        { type: 'subscribe', channels }
      ]) {
        expectNone(quotable(decodeStreamMessage(message) as ControlMessage, redact))
      }
    })
  )
})
