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
      async dispose() {
        if (endsLater) await new Promise(setImmediate)
        events.push('store ends')
      }
    }
  }
  const ports = { folder: '/nowhere', start, changed: () => {}, ended: () => {} }
  return { events, store: new StoreKeeper(ports) }
}

test('removes a folder only while no store is open', async () => {
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

test('opens no store while another closes', async () => {
  const { events, store } = keeper({ endsLater: true })
  await store.use(owner)
  // Waits for the same turn as closing.
  const asked = store.call('state' as never, null as never)
  const closing = store.close(async () => void events.push('removal'))
  await expect(asked).rejects.toThrow()
  await closing
  expect(events).toEqual(['store begins', 'store ends', 'removal'])
})

test('reports a failed removal and continues', async () => {
  const { events, store } = keeper()
  await expect(store.inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await store.use(owner)
  expect(events).toEqual(['store begins'])
})
