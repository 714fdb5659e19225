import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRefusal } from '#shared/wire/problem-decoder'

const nothing = { code: null, words: null, requestId: null, missingScopes: [], foundScopes: null }

describe('a refusal', () => {
  it.each([
    [
      { error: 'invalid_client', error_description: 'who?' },
      { code: 'invalid_client', words: 'who?' }
    ],
    [
      {
        type: 'about:blank',
        title: 'Forbidden',
        status: 403,
        detail: 'not you',
        request_id: 'r-1',
        meta: {}
      },
      { words: 'not you', requestId: 'r-1' }
    ],
    [{ title: 'Forbidden' }, { words: 'Forbidden' }],
    [{ message: 'a\u202Eb\n c' }, { words: 'a b c' }],
    [{ error: { code: 1 }, detail: 7, meta: 'x' }, {}]
  ])('%j', (body, expected) => {
    expect(decodeRefusal(JSON.stringify(body))).toEqual({ ...nothing, ...expected })
  })

  it.each([
    ["insufficient scopes: found 'a:b', required one of '[c:d]'", ['c:d'], ['a:b']],
    ["insufficient scopes: found '', required one of '[c:d_e, f:g]'", ['c:d_e', 'f:g'], []],
    ["insufficient scopes: found 'a:b c:d', required one of '[c:d e:f]'", ['c:d', 'e:f'], ['a:b', 'c:d']],
    ["insufficient scopes: found '[a:b, a:b]', required '<b>'", [], ['a:b']],
    ['insufficient scope, required c:d', ['c:d'], null],
    ['insufficient scopes', [], null],
    ["not on the list: found 'a:b', required", [], null]
  ])('%s', (detail, missing, found) => {
    expect(decodeRefusal(JSON.stringify({ detail }))).toMatchObject({
      missingScopes: missing,
      foundScopes: found
    })
  })

  it('reads the scope from details', () => {
    const body = { detail: 'no', meta: { required_scope: 'c:d' } }
    expect(decodeRefusal(JSON.stringify(body)).missingScopes).toEqual(['c:d'])
  })

  it('returns plain text or nothing', () => {
    expect(decodeRefusal('<h1>No</h1>')).toEqual(nothing)
    expect(decodeRefusal('no upstream')).toEqual({ ...nothing, words: 'no upstream' })
    const body = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .record({
          error: fc.string({ unit: 'binary' }),
          detail: fc.string({ unit: 'binary', size: 'large' })
        })
        .map((value) => JSON.stringify(value))
    )
    fc.assert(
      fc.property(body, (text) => {
        const { code, words, requestId } = decodeRefusal(text)
        for (const part of [code, words, requestId]) {
          expect(part ?? '').not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
          expect((part ?? '').length).toBeLessThanOrEqual(300)
        }
      })
    )
  })
})
