import { expect, test } from 'vitest'
import { StoreKeeper } from '#engine/records/addresses/store-keeper'
import type { StartCore } from '#engine/records/addresses/worker/client'

const owner = { profileId: 'desk', service: 'a service' }

function keeper({ endsLater = false } = {}) {
  const events: string[] = []
  const start: StartCore = () => {
    events.push('store begins')
    return {
      call: () => new Promise(() => {}),
      async end() {
        if (endsLater) await new Promise(setImmediate)
        events.push('store ends')
      }
    }
  }
  const ports = { folder: '/nowhere', start, changed: () => {}, ended: () => {} }
  return { events, store: new StoreKeeper(ports) }
}

test('a folder is removed while no store works in it, whatever is asked meanwhile', async () => {
  const { events, store } = keeper()
  await store.use(owner)
  let finishRemoval = () => {}
  const removed = new Promise<void>((resolve) => (finishRemoval = resolve))
  const closing = store.close(async () => {
    events.push('removal begins')
    await removed
    events.push('removal ends')
  })
  const opening = store.use(owner)
  await expect.poll(() => events).toContain('removal begins')
  void store.call('state' as never, null as never)
  finishRemoval()
  await Promise.all([closing, opening])
  expect(events).toEqual(['store begins', 'store ends', 'removal begins', 'removal ends', 'store begins'])
})

test('a call begins no store while another one ends', async () => {
  const { events, store } = keeper({ endsLater: true })
  await store.use(owner)
  // It waits for the same turn as the closing, and goes on while the store ends.
  const asked = store.call('state' as never, null as never)
  const closing = store.close(async () => void events.push('removal'))
  await expect(asked).rejects.toThrow()
  await closing
  expect(events).toEqual(['store begins', 'store ends', 'removal'])
})

test('a removal that fails is reported, and the next store begins all the same', async () => {
  const { events, store } = keeper()
  await expect(store.inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await store.use(owner)
  expect(events).toEqual(['store begins'])
})
