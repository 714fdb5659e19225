import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idsIn, linkTo, readLink, type RecordLink } from '#shared/domain/records/record-links'

const views = ['markets', 'addresses', 'conversions']
const one = '3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'
const other = '00000000-0000-4000-8000-00000000000f'

describe('IDs in text', () => {
  it.each([
    ['as it is', one],
    ['in capitals', one.toUpperCase()],
    ['in a sentence', `Please look at ${one}, thanks.`],
    ['in a path', `https://example.test/conversion/stablecoins/${one}?x=1`],
    ['in JSON', JSON.stringify({ id: one })],
    ['as an urn', `urn:uuid:${one}`],
    ['in braces', `{${one}}`],
    ['in a file name', `statement-${one}.pdf`],
    ['with the dashes of a word processor', one.replaceAll('-', '\u2011')],
    ['with a soft break', `${one.slice(0, 20)}\u00ad${one.slice(20)}`]
  ])('%s', (_name, text) => {
    expect(idsIn(text).ids).toEqual([one])
  })

  it.each([
    ['a longer row of digits', `a${one}`],
    ['trailing characters', `${one}0`],
    ['a sixth group', `${one}-beef`],
    ['a group before it', `beef-${one}`],
    ['without its dashes', one.replaceAll('-', '')],
    ['other letters', one.replace('3f', 'zz')]
  ])('ignores %s', (_name, text) => {
    expect(idsIn(text).ids).toEqual([])
  })

  it('finds all once and in order', () => {
    const between = fc.constantFrom(' ', ',', '\n', ';', '\t', '", "', ' and ', '\r\n', '|')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.uuid(), between, fc.boolean()), { maxLength: 20 }), (parts) => {
        const text = parts.map(([id, gap, loud]) => (loud ? id.toUpperCase() : id) + gap).join('')
        const expected = [...new Set(parts.map(([id]) => id))]
        expect(idsIn(text)).toEqual({ ids: expected, left: 0 })
        const few = idsIn(text, 3)
        expect(few.ids).toEqual(expected.slice(0, 3))
        expect(few.left).toBe(Math.max(0, expected.length - 3))
      })
    )
  })

  it('reads at most two million characters', () => {
    const wall = 'x '.repeat(1_000_000)
    expect(idsIn(`${one}\n${wall}${other}`).ids).toEqual([one])
  })
})

describe('links', () => {
  it.each<[string, RecordLink]>([
    ['leadline://markets', { kind: 'view', view: 'markets' }],
    ['leadline://conversions/', { kind: 'view', view: 'conversions' }],
    [`leadline://conversion/${one}`, { kind: 'conversion', id: one }],
    [`leadline://statement/${one}/`, { kind: 'statement', id: one }],
    [`  LEADLINE://Address/${one.toUpperCase()}\n`, { kind: 'address', id: one }]
  ])('%s', (text, link) => {
    expect(readLink(text, views)).toEqual({ ok: true, link })
  })

  it('reads back written links', () => {
    const link = fc.oneof(
      fc.record({ kind: fc.constant('view' as const), view: fc.constantFrom(...views) }),
      fc.record({
        kind: fc.constantFrom('address' as const, 'conversion' as const, 'statement' as const),
        id: fc.uuid()
      })
    )
    fc.assert(
      fc.property(link, (each) => {
        expect(readLink(linkTo(each), views)).toEqual({ ok: true, link: each })
      })
    )
  })

  it.each([
    ['nothing', 'leadline:'],
    ['no host', 'leadline://'],
    ['a view that there is not', 'leadline://secrets'],
    ['a view with an id', `leadline://markets/${one}`],
    ['a record without an id', 'leadline://conversion'],
    ['no id', 'leadline://conversion/../../etc/passwd'],
    ['a path behind the id', `leadline://conversion/${one}/delete`],
    ['a query', `leadline://conversion/${one}?watch=1`],
    ['a fragment', `leadline://conversion/${one}#x`],
    ['a user name', `leadline://me@conversion/${one}`],
    ['a port', `leadline://conversion:80/${one}`],
    ['something hidden', `leadline://conversion%2f${one}`],
    ['a switch', `leadline://conversion/${one} --user-data=/tmp`],
    ['a line break', `leadline://conversion/${one}\nleadline://markets`],
    ['HTML', 'leadline://<img src=x onerror=alert(1)>'],
    ['another form of slash', `leadline:\\\\conversion\\${one}`],
    ['a name of every object', 'leadline://constructor'],
    ['much too long', `leadline://${'a'.repeat(100_000)}`]
  ])('refuses %s without repeating it', (_name, text) => {
    const reading = readLink(text, views)
    expect(reading).toMatchObject({
      ok: false,
      sentence: expect.stringMatching(/^This link .*\.$|^This is .*\.$/)
    })
    expect(JSON.stringify(reading)).not.toMatch(/[<%@#?]|etc|secrets|3f2a/)
  })

  it.each(['', 'https://leadline.test', one, 'my leadline://markets', 'leadlines://markets'])(
    'ignores “%s”',
    (text) => {
      expect(readLink(text, views)).toBeNull()
    }
  )

  it('accepts only known links', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: 'binary' }), (tail) => {
        const text = `leadline://${tail}`
        const reading = readLink(text, views)
        const understood = reading?.ok ? linkTo(reading.link) : null
        expect([null, text.trim().toLowerCase().replace(/\/$/, '')]).toContain(understood)
        if (!reading?.ok) expect(reading?.sentence).toMatch(/^This/)
      })
    )
  })
})
