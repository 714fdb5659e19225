import { expect, test } from 'vitest'
import { readRequest } from '#engine/recording/replay/messages'
import { replayCalls } from '#shared/contract/recording/replay'

test('the process accepts every call of the contract but those that main answers', () => {
  const accepted = Object.keys(replayCalls).filter((method) =>
    readRequest({ kind: 'call', id: 1, method, payload: undefined })
  )
  const answeredByMain = ['read', 'open', 'close', 'pin']
  expect([...accepted, ...answeredByMain].toSorted()).toEqual(Object.keys(replayCalls).toSorted())
  for (const method of ['toString', '__proto__', 'dispose'])
    expect(readRequest({ kind: 'call', id: 1, method, payload: undefined })).toBeNull()
})
