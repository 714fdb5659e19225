import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog, createRedactor } from '#engine/base/log/index'

const noise = fc.string({ unit: 'grapheme', maxLength: 40 })
/** Not part of the marker. */
const secretOf = (unit: fc.Arbitrary<string>) =>
  fc.string({ unit, minLength: 8, maxLength: 60 }).filter((text) => !'[redacted][redacted]'.includes(text))
const anySecret = fc.oneof(
  secretOf(fc.constantFrom(...'abcdefXYZ0123456789+/=-_. "\\%&!\'()*~')),
  secretOf(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }))
)
const tokenText = secretOf(fc.constantFrom(...'abcdefghijklmnopXYZ0123456789-_.~+/'))

/** The sink's output. */
function logged(secrets: string[], message: string, context?: unknown) {
  const redactor = createRedactor()
  for (const secret of secrets) redactor.keep(secret)
  let text = ''
  createLog({ sink: (line) => (text += line), redactor }).info(message, context)
  return text
}

const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

const writings: Record<string, (secret: string, before: string) => string> = {
  plain: (secret) => secret,
  json: (secret) => JSON.stringify({ value: secret }),
  'json in json': (secret) => JSON.stringify(JSON.stringify([secret])),
  'percent-encoded': (secret) => encodeURIComponent(secret),
  'percent-encoded in small letters': (secret) =>
    encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  form: (secret) => new URLSearchParams({ field: secret }).toString(),
  'strictly encoded form': (secret) => strict(secret).replaceAll('%20', '+'),
  'basic credentials': (secret, before) => Buffer.from(`${before}:${secret}`).toString('base64'),
  'encoded basic credentials': (secret, before) =>
    Buffer.from(`${strict(before)}:${strict(secret)}`).toString('base64'),
  base64url: (secret, before) => Buffer.from(before + secret + before).toString('base64url')
}

test.each(Object.keys(writings))('removes a registered secret: %s', (name) => {
  fc.assert(
    fc.property(anySecret, noise, noise, (secret, before, after) => {
      fc.pre(isWellFormed(secret) && !before.includes(secret) && !after.includes(secret))
      const written = writings[name]!(secret, before)
      const line = logged([secret], `${before} ${written} ${after}`)
      expect(line).not.toContain(secret)
      const core = written.includes(secret) ? secret : Buffer.from(secret).toString('base64').slice(4, -4)
      if (core.length >= 8) expect(line).not.toContain(core)
      // Not found by decoding base64 either.
      for (const [part] of line.matchAll(/[\w+/-]{8,}/g)) {
        expect(Buffer.from(part, 'base64').toString()).not.toContain(secret)
      }
      expect(decoded(line)).not.toContain(secret)
    }),
    { numRuns: 300 }
  )
})

const isWellFormed = (text: string) => Buffer.from(text).toString() === text

const decoded = (text: string) =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString())

test('removes a secret in a context object, error, cause or key', () => {
  fc.assert(
    fc.property(anySecret, noise, (secret, before) => {
      fc.pre(!before.includes(secret))
      const error = new Error(`${before}${secret}`, { cause: new Error(secret) })
      const line = logged([secret], before, { deep: [{ [secret]: secret }, error, Buffer.from(secret)] })
      expect(line).not.toContain(secret)
      expect(line).not.toContain(JSON.stringify(secret).slice(1, -1))
      expect(logged([secret], before, error)).not.toContain(secret)
    })
  )
})

test('removes both of two secrets with a common start', () => {
  const line = logged(['abcd-1234', 'abcd-1234-efgh'], 'abcd-1234-efgh abcd-1234')
  expect(line).not.toMatch(/1234|efgh/)
})

const headers: Record<string, (token: string) => string> = {
  header: (token) => `Authorization: Bearer ${token}`,
  'small letters': (token) => `authorization:bearer ${token}`,
  proxy: (token) => `Proxy-Authorization: Basic ${token}`,
  'unknown scheme': (token) => `Authorization: Custom a="${token}", b='x'`,
  json: (token) => JSON.stringify({ headers: { Authorization: `Bearer ${token}` } }),
  'json in json': (token) => JSON.stringify(JSON.stringify({ authorization: `Digest r="${token}"` })),
  'raw list': (token) => JSON.stringify(['Authorization', token]),
  inspected: (token) => `{ authorization: '${token}' }`,
  encoded: (token) => encodeURIComponent(`Authorization: ${token}`),
  'bearer alone': (token) => `sent Bearer ${token}`,
  cookie: (token) => `Set-Cookie: session=${token}; Secure`
}

test.each(Object.keys(headers))('removes an Authorization header: %s', (name) => {
  fc.assert(
    fc.property(tokenText, noise, noise, (token, before, after) => {
      fc.pre(!before.includes(token) && !after.includes(token))
      const line = logged([], `${before} ${headers[name]!(token)} ${after}`)
      expect(line).not.toContain(token)
      expect(line).not.toContain(encodeURIComponent(token))
    }),
    { numRuns: 300 }
  )
})

const fieldNames = fc.constantFrom(
  'client_secret',
  'clientSecret',
  'access_token',
  'accessToken',
  'refresh_token',
  'id_token',
  'password'
)

test('removes the fields of a token exchange in any form', () => {
  fc.assert(
    fc.property(fieldNames, anySecret, noise, (field, secret, before) => {
      fc.pre(!before.includes(secret) && isWellFormed(secret) && secret.trim().length > 4)
      const body = new URLSearchParams([
        ['grant_type', 'x'],
        [field, secret],
        ['scope', 'y']
      ]).toString()
      for (const text of [
        body,
        JSON.stringify({ [field]: secret }),
        `'${JSON.stringify({ [field]: secret })}'`
      ])
        expect(decoded(logged([], `${before} ${text}`))).not.toContain(secret.trim())
      expect(logged([], before, { reply: { [field]: secret } })).not.toContain(secret)
    })
  )
})

test('removes a signed token anywhere', () => {
  const part = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-'), minLength: 8, maxLength: 30 })
  fc.assert(
    fc.property(part, part, part, noise, (head, body, signature, after) => {
      const line = logged([], `got eyJ${head}.${body}.${signature} ${after}`)
      expect(line).not.toContain(body)
      expect(line).not.toContain(signature)
    })
  )
})

const signed = [
  'X-Amz-Signature',
  'X-Amz-Credential',
  'Signature',
  'signature',
  'sig',
  'token',
  'Expires',
  'x-goog-signature'
]
test('removes the query of a presigned URL', () => {
  fc.assert(
    fc.property(fc.constantFrom(...signed), tokenText, fc.boolean(), noise, (name, value, first, after) => {
      fc.pre(!after.includes(value))
      const pairs = first ? `${name}=${value}&a=1` : `a=1&${name}=${value}`
      const address = `https://files.example/2025/statement.pdf?${pairs}`
      for (const text of [
        address,
        JSON.stringify({ address }),
        encodeURIComponent(address),
        `/statement.pdf?${pairs}`,
        JSON.stringify({ address }).replaceAll('&', '\\u0026')
      ]) {
        const line = logged([], `fetching ${text} ${after}`)
        expect(line).not.toContain(value)
        expect(line).not.toContain(encodeURIComponent(value))
        expect(line).toContain('statement.pdf')
      }
    }),
    { numRuns: 300 }
  )
})

test('removes credentials in a URL', () => {
  expect(logged([], 'proxy http://someone:pass-word@proxy.example:8080/')).not.toMatch(/someone|pass-word/)
})

test('keeps other text readable', () => {
  const line = logged(['a-real-secret'], 'GET https://api.example/books?market=BTCUSD&depth=50 took 12 ms')
  expect(line).toContain('GET https://api.example/books?market=BTCUSD&depth=50 took 12 ms')
  expect(logged([], 'authorization failed with 401')).toContain('authorization failed with 401')
})

test('is fast for a very long line of delimiters', () => {
  const text = '?a=b#c&client_secret:"\\'.repeat(20_000)
  const start = process.cpuUsage()
  const short = logged(['abcdefgh'], text.slice(0, text.length / 10))
  const unit = process.cpuUsage(start).user + 5000
  const again = process.cpuUsage()
  logged(['abcdefgh'], text)
  expect(process.cpuUsage(again).user).toBeLessThan(unit * 100)
  expect(short.length).toBeLessThan(20_000)
})
