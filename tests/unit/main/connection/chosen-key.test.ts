import { expect, test } from 'vitest'
import { ChosenKey } from '#main/connection/chosen-key'

test('a window gets the name of a chosen file, and its ID stands for the key until another one is chosen', () => {
  const chosen = new ChosenKey()
  const first = chosen.keep('/folder/seat.creds', 'key')
  expect(first).toEqual({ id: expect.any(String), name: 'seat.creds' })
  expect(chosen.typed({ id: null, keyFile: first.id })).toEqual({ id: null, clientSecret: 'key' })
  expect(chosen.typed({ id: null, clientSecret: 'typed' })).toEqual({ id: null, clientSecret: 'typed' })
  const other = chosen.keep('/folder/other.creds', 'other')
  expect(() => chosen.typed({ keyFile: first.id })).toThrow('feed.key-file')
  expect(chosen.typed({ keyFile: other.id })).toEqual({ clientSecret: 'other' })
})
