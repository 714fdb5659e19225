import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extraAuthorities, parseCertificates } from '#main/connection/network/authorities'
import { parseProxies, proxyAuthorization, proxyPasswords } from '#main/connection/network/proxies'
import { verifyChain } from '#main/connection/network/verify-chain'

const folder = path.resolve(import.meta.dirname, '../../../../fixtures/tls')
const fileOf = (name: string) => path.join(folder, `${name}.pem`)
const read = (name: string) => new X509Certificate(readFileSync(fileOf(name)))
const now = new Date('2030-06-01')

const verdict = (chain: string[], more: Partial<Parameters<typeof verifyChain>[0]> = {}) =>
  verifyChain({
    hostname: 'service.test',
    chain: chain.map(read),
    authorities: [read('authority')],
    now,
    ...more
  })

test.each([
  ['service.test', 'trusted'],
  ['SERVICE.test', 'trusted'],
  ['127.0.0.1', 'trusted'],
  ['other.test', 'wrong-name'],
  ['a.service.test', 'wrong-name'],
  ['127.0.0.2', 'wrong-name']
])('for %s it is %s', (hostname, expected) => expect(verdict(['service'], { hostname })).toBe(expected))

test('keeps every other fault', () => {
  expect(verdict(['service'], { authorities: [] })).toBe('untrusted')
  expect(verdict(['service', 'authority'], { authorities: [] })).toBe('untrusted')
  expect(verdict([])).toBe('untrusted')
  expect(verdict(['expired'])).toBe('wrong-date')
  expect(verdict(['service'], { now: new Date('2099-01-01') })).toBe('wrong-date')
  expect(verdict(['service'], { now: new Date('2001-01-01') })).toBe('wrong-date')
  expect(verdict(['client'])).toBe('untrusted')
})

test('allows no authority below one that forbids it, and no server as authority', () => {
  expect(verdict(['below-middle', 'middle'])).toBe('untrusted')
  expect(verdict(['below-middle', 'service'])).toBe('untrusted')
  // Valid if the intermediate is trusted.
  expect(verdict(['below-middle'], { authorities: [read('middle')] })).toBe('trusted')
})

const judged = (name: string) => read(`judged/${name}`)
const judge = (...chain: string[]) =>
  verifyChain({ hostname: 'service.test', chain: chain.map(judged), authorities: [judged('root')], now })

test.each([['good', 'good-ca'], ['curve'], ['pss'], ['short', 'short-ca']])(
  'trusts the chain of %s',
  (...chain) => expect(judge(...chain)).toBe('trusted')
)

test.each([
  ['a signature with SHA-1', 'weak', 'sha1'],
  ['a signature with MD5', 'weak', 'md5'],
  ['an RSA-PSS signature with SHA-1', 'weak', 'pss-sha1'],
  ['an RSA key of 1024 bits', 'weak', 'rsa1024'],
  ['an RSA key of 512 bits', 'weak', 'rsa512'],
  ['a curve of 192 bits', 'weak', 'weak-curve'],
  ['an unknown critical extension', 'untrusted', 'critical'],
  ['a key for lists of revocations alone', 'untrusted', 'wrong-usage'],
  ['an authority signed with SHA-1', 'weak', 'below-sha1', 'below-sha1-ca'],
  ['an authority with an RSA key of 1024 bits', 'weak', 'below-rsa1024', 'below-rsa1024-ca'],
  ['an authority for e-mail alone', 'untrusted', 'mail', 'mail-ca'],
  ['an authority with an unknown critical extension', 'untrusted', 'below-critical', 'below-critical-ca'],
  ['an authority for other names', 'untrusted', 'constrained', 'constrained-ca'],
  ['an authority that is none', 'untrusted', 'no-authority', 'no-authority-ca'],
  ['an authority that may not sign certificates', 'untrusted', 'no-signing', 'no-signing-ca'],
  ['an authority below one that allows none', 'untrusted', 'deep', 'deep-ca', 'short-ca'],
  ['an authority that has expired', 'wrong-date', 'expired', 'expired-ca']
] as const)('a chain with %s is %s', (_fault, expected, ...chain) => {
  expect(judge(...chain)).toBe(expected)
})

test('accepts a directly trusted certificate if its name matches', () => {
  const authorities = [read('service')]
  expect(verdict(['service'], { authorities })).toBe('trusted')
  expect(verdict(['service'], { authorities, hostname: 'other.test' })).toBe('wrong-name')
  expect(verdict(['other'], { authorities })).toBe('untrusted')
})

test('never trusts a changed certificate', () => {
  const good = read('service').raw
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(good)
      changed[at]! ^= change
      let chain: X509Certificate[]
      try {
        chain = [new X509Certificate(changed)]
      } catch {
        return
      }
      expect(verdict([], { chain })).not.toBe('trusted')
    }),
    { numRuns: 500 }
  )
})

test('reads authorities of both variables and reports unusable files', () => {
  const own = mkdtempSync(path.join(tmpdir(), 'leadline-ca-'))
  const empty = path.join(own, 'empty.pem')
  writeFileSync(empty, 'no certificate')
  const warnings: string[] = []
  const warn = (sentence: string) => void warnings.push(sentence)
  const environment = { NODE_EXTRA_CA_CERTS: fileOf('authority'), SSL_CERT_FILE: fileOf('middle') }
  const found = parseCertificates(extraAuthorities({ platform: 'linux', environment, warn }))
  expect(found.map((one) => one.subject)).toEqual(['CN=Leadline test authority', 'CN=Leadline test middle'])
  expect(warnings).toEqual([])
  for (const file of [empty, path.join(own, 'gone')]) {
    extraAuthorities({ platform: 'darwin', environment: { NODE_EXTRA_CA_CERTS: file }, warn })
    expect(warnings.pop()).toContain(file)
  }
  rmSync(own, { recursive: true })
})

test('reads proxies in order, including unknown ones', () => {
  expect(parseProxies('PROXY a.test:3128; HTTPS b.test;SOCKS5 [::1]:9 ; DIRECT; NEW c:1')).toEqual([
    { kind: 'http', host: 'a.test', port: 3128 },
    { kind: 'https', host: 'b.test', port: 443 },
    { kind: 'socks5', host: '::1', port: 9 },
    { kind: 'direct' },
    { kind: 'unknown', text: 'NEW c:1' }
  ])
  expect(parseProxies('')).toEqual([{ kind: 'direct' }])
})

test('uses credentials only for their proxy', () => {
  const environment = { HTTPS_PROXY: 'me:w%ord@proxy.test:3128', http_proxy: 'not a url at all://' }
  const asked = (host: string, port: number, kind: 'http' | 'https' = 'http') =>
    proxyAuthorization({ kind, host, port }, environment)
  expect(asked('proxy.test', 3128)).toBe(`Basic ${Buffer.from('me:w%ord').toString('base64')}`)
  expect(asked('proxy.test', 3129)).toBeNull()
  expect(asked('other.test', 3128)).toBeNull()
  expect(proxyPasswords(environment)).toEqual(['w%ord'])
})

test('does not send credentials of a TLS proxy to a plain one', () => {
  const environment = { https_proxy: 'https://me:word@proxy.test:3128' }
  expect(proxyAuthorization({ kind: 'https', host: 'proxy.test', port: 3128 }, environment)).not.toBeNull()
  expect(proxyAuthorization({ kind: 'http', host: 'proxy.test', port: 3128 }, environment)).toBeNull()
})
