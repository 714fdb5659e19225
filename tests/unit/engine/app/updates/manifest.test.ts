import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readManifest, type Manifest } from '#engine/app/updates/manifest'
import { parseSource } from '#engine/app/updates/index'
import { toProblem } from '#shared/domain/base/problem'
import { day, envelope, newKey, release, signed, sourceOf } from './release'

const url = 'https://updates.test/leadline.json'
const [first, second, stranger] = [newKey(), newKey(), newKey()]
const now = Date.UTC(2026, 10, 23)
const source = sourceOf(url, first, second)

const read = (text: string, { seen = null as Manifest | null, at = now, from = source } = {}) =>
  readManifest(text, { source: from, seen, now: at })
const good = (more: object = {}) => release(more, now)

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'accepted'
  } catch (thrown) {
    return toProblem(thrown).code
  }
}
const judged = (...given: Parameters<typeof read>) => codeOf(() => read(...given))

describe('a signature', () => {
  test('of either key is enough', () => {
    for (const key of [first, second]) expect(read(signed(good(), key)).version).toBe('0.2.0')
    expect(judged(signed(good(), stranger))).toBe('updates.signature')
    expect(judged(signed(good(), stranger, second))).toBe('accepted')
  })

  test('of a retired key is refused', () => {
    const third = newKey()
    const rotated = sourceOf(url, second, third)
    expect(judged(signed(good(), first), { from: rotated })).toBe('updates.signature')
    expect(judged(signed(good(), first, second), { from: rotated })).toBe('accepted')
  })

  test('does not fit any other payload', () => {
    const payload = Buffer.from(JSON.stringify(good()))
    const { signatures } = envelope(payload, first)
    const change = fc.record({ at: fc.nat(payload.length - 1), bits: fc.integer({ min: 1, max: 255 }) })
    fc.assert(
      fc.property(change, ({ at, bits }) => {
        const other = Buffer.from(payload)
        other[at] = other[at]! ^ bits
        const text = JSON.stringify({ payload: other.toString('base64'), signatures })
        expect(judged(text)).toBe('updates.signature')
      }),
      { numRuns: 500 }
    )
  })

  test('is refused with any change', () => {
    const whole = envelope(Buffer.from(JSON.stringify(good())), first)
    const { key, signature } = whole.signatures[0]!
    const bytes = Buffer.from(signature, 'base64')
    const change = fc.record({ at: fc.nat(bytes.length - 1), bits: fc.integer({ min: 1, max: 255 }) })
    fc.assert(
      fc.property(change, ({ at, bits }) => {
        const other = Buffer.from(bytes)
        other[at] = other[at]! ^ bits
        const signatures = [{ key, signature: other.toString('base64') }]
        expect(judged(JSON.stringify({ ...whole, signatures }))).toBe('updates.signature')
      }),
      { numRuns: 500 }
    )
    for (const other of ['', 'AA==', bytes.subarray(1).toString('base64')])
      expect(judged(JSON.stringify({ ...whole, signatures: [{ key, signature: other }] }))).toBe(
        'updates.signature'
      )
    const renamed = [{ key: second.id, signature }]
    expect(judged(JSON.stringify({ ...whole, signatures: renamed }))).toBe('updates.signature')
  })

  test('is verified before the payload is read', () => {
    expect(judged(signed({ product: 'another' }, stranger))).toBe('updates.signature')
    expect(judged(signed(good({ expires: new Date(0).toISOString() }), stranger))).toBe('updates.signature')
  })
})

describe('time', () => {
  test('refuses an expired manifest', () => {
    const text = signed(good(), first)
    expect(judged(text, { at: now + 30 * day - 1 })).toBe('accepted')
    expect(judged(text, { at: now + 30 * day })).toBe('updates.expired')
  })

  test('refuses a manifest of the future, unless the clock is a little slow', () => {
    const text = signed(good(), first)
    expect(judged(text, { at: now - 2 * day })).toBe('accepted')
    expect(judged(text, { at: now - 2 * day - 1 })).toBe('updates.clock')
    expect(judged(text, { at: 0 })).toBe('updates.clock')
  })
})

test('refuses a sequence that would outlive every later manifest', () => {
  const seconds = now / 1000
  expect(judged(signed(good({ sequence: seconds + 86_400 }), first))).toBe('accepted')
  expect(judged(signed(good({ sequence: seconds + 86_401 }), first))).toBe('updates.clock')
  expect(judged(signed(good({ sequence: Number.MAX_SAFE_INTEGER }), first))).toBe('updates.clock')
})

test('never goes back', () => {
  const seen = read(signed(good(), first))
  expect(judged(signed(good(), first), { seen })).toBe('accepted')
  expect(judged(signed(good({ sequence: 6 }), first), { seen })).toBe('updates.older')
  expect(judged(signed(good({ sequence: 6, version: '9.0.0' }), first), { seen })).toBe('updates.older')
  expect(judged(signed(good({ sequence: 8, version: '0.1.9' }), first), { seen })).toBe('updates.older')
})

test('calls every beginning of a manifest incomplete', () => {
  const text = signed(good(), first)
  fc.assert(
    fc.property(fc.nat(text.length - 1), (length) => {
      expect(judged(text.slice(0, length))).toMatch(/^updates\.(truncated|shape)$/)
    })
  )
  expect(judged(text.slice(0, 100))).toBe('updates.truncated')
  expect(judged('')).toBe('updates.truncated')
})

test.each<[string, object]>([
  ['another format', { format: 2 }],
  ['another product', { product: 'deadline' }],
  ['no version', { version: 'newest' }],
  ['an invalid expiry', { expires: '2026-12-23T00:00:00+00' }],
  ['an invalid release date', { released: '2026-11-22T00:00:00+00' }],
  ['a negative sequence', { sequence: -1 }],
  ['a fraction', { sequence: 1.5 }],
  ['a page without https', { page: 'http://downloads.test/' }],
  ['a page that is not on the web', { page: 'file:///etc/passwd' }],
  ['a page with a password', { page: 'https://me:pass@downloads.test/' }],
  ['endless notes', { notes: 'x'.repeat(70_000) }],
  ['a day that does not exist', { expires: 'tomorrow' }],
  ['a file without a hash', { files: { 'win32-x64': { url: 'https://a.test/b', size: 1 } } }],
  [
    'an endless file',
    { files: { 'win32-x64': { url: 'https://a.test/b', size: 2 ** 40, sha256: 'a'.repeat(64) } } }
  ]
])('refuses %s', (_title, more) => {
  expect(judged(signed(good(more), first))).toBe('updates.shape')
})

test('refuses anything else without another error', () => {
  fc.assert(fc.property(fc.json(), (text) => void expect(judged(text)).toMatch(/^updates\./)))
  fc.assert(fc.property(fc.string(), (text) => void expect(judged(text)).toMatch(/^updates\./)))
  const twice = JSON.stringify({ ...envelope(Buffer.from('{}'), first), payload: 'e30' })
  expect(judged(twice)).toBe('updates.shape')
})

test('a source has one or two Ed25519 keys and a safe URL', () => {
  const keys = [first.publicText]
  const isSource = (value: unknown) => parseSource(value) !== null
  expect(isSource({ url, keys })).toBe(true)
  expect(isSource({ url: 'http://127.0.0.1:8000/a', keys })).toBe(true)
  expect(isSource({ url: 'http://updates.test/a', keys })).toBe(false)
  expect(isSource({ url: 'https://me@updates.test/a', keys })).toBe(false)
  expect(isSource({ url, keys: [] })).toBe(false)
  expect(isSource({ url, keys: [first, second, stranger].map(({ publicText }) => publicText) })).toBe(false)
  expect(isSource({ url, keys: ['AAAA'] })).toBe(false)
  expect(isSource(undefined)).toBe(false)
})
