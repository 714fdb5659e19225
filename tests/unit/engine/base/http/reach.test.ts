import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayLead, reachOfHost, reachOfIp, type Reach } from '#engine/base/http/reach'

const known: readonly (readonly [string, Reach])[] = [
  ['8.8.8.8', 'public'],
  ['172.32.0.1', 'public'],
  ['100.128.0.1', 'public'],
  ['2606:4700::1111', 'public'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['198.18.0.1', 'private'],
  ['fd12:3456::1', 'private'],
  ['64:ff9b:1::1', 'private'],
  ['127.0.0.1', 'loopback'],
  ['127.9.9.9', 'loopback'],
  ['::1', 'loopback'],
  ['0.0.0.0', 'none'],
  ['0.1.2.3', 'none'],
  ['::', 'none'],
  ['169.254.169.254', 'none'],
  ['100.100.100.200', 'none'],
  ['fd00:ec2::254', 'none'],
  ['fe80::1', 'none'],
  ['fe80::1%eth0', 'none'],
  ['224.0.0.1', 'none'],
  ['255.255.255.255', 'none'],
  ['ff02::1', 'none'],
  ['nonsense', 'none']
]
test.each(known)('%s is %s', (address, reach) => expect(reachOfIp(address)).toBe(reach))

test('classifies an IPv4 address in every spelling and embedding', () => {
  const octet = fc.oneof(fc.nat(255), fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 254))
  fc.assert(
    fc.property(octet, octet, octet, octet, (a, b, c, d) => {
      const plain = [a, b, c, d].join('.')
      const reach = reachOfIp(plain)
      const whole = ((a * 256 + b) * 256 + c) * 256 + d
      const hex = (high: number, low: number) => (high * 256 + low).toString(16)
      const groups = `${hex(a, b)}:${hex(c, d)}`
      const forms = [`::ffff:${groups}`, `::ffff:0:${groups}`, `64:ff9b::${groups}`, `2002:${groups}::1`]
      for (const form of forms) expect([form, reachOfIp(form)]).toEqual([form, reach])
      if (whole > 1) expect(reachOfIp(`::${groups}`)).toBe(reach)
      const spellings = [
        String(whole),
        `0x${whole.toString(16)}`,
        `0${whole.toString(8)}`,
        `${a}.${(b * 256 + c) * 256 + d}`,
        `0x${a.toString(16)}.0${b.toString(8)}.${c * 256 + d}`,
        `${plain}.`,
        `[::ffff:${plain}]`
      ]
      for (const spelling of spellings) {
        expect([spelling, reachOfHost(new URL(`https://${spelling}/`).hostname)]).toEqual([spelling, reach])
      }
    })
  )
})

test.each([
  ['files.example.com', 'public'],
  ['localhost', 'loopback'],
  ['LOCALHOST.', 'loopback'],
  ['a.localhost', 'loopback'],
  ['a.b.localhost..', 'loopback'],
  ['localhost.example.com', 'public'],
  ['printer', 'private'],
  ['printer.local', 'private'],
  ['metadata.google.internal.', 'private'],
  ['router.home.arpa', 'private'],
  ['', 'none']
] as const)('classifies the name “%s” as %s', (name, reach) => expect(reachOfHost(name)).toBe(reach))

test('never leads further inward', () => {
  const all: readonly Reach[] = ['public', 'private', 'loopback']
  for (const [index, from] of all.entries()) {
    for (const [inner, to] of all.entries()) expect(mayLead(from, to)).toBe(inner <= index)
    expect(mayLead(from, 'none')).toBe(false)
  }
})
