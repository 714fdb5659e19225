import { mkdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { StoreKeeper } from '#engine/records/addresses/store-keeper'
import type { StartCore } from '#engine/records/addresses/worker/client'
import { freshFolder } from '../../../../integration/support/folder'

const owner = { profileId: 'desk', service: 'a service' }

function keeper({ endsLater = false, folder = '/nowhere' } = {}) {
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
  const ports = { folder, start, changed: () => {}, ended: () => {} }
  return { events, store: new StoreKeeper(ports) }
}

test('reads what is stored at once, and waits for the first use without any', async () => {
  const folder = await freshFolder()
  const { events, store } = keeper({ folder })
  await store.prepare()
  await store.use(owner)
  expect(events).toEqual([])
  await Promise.all([store.prepare(), store.prepare()])
  expect(events).toEqual(['store begins'])
  await store.close()
  await mkdir(store.folderOf(owner.profileId), { recursive: true })
  await store.use(owner)
  expect(events).toEqual(['store begins', 'store ends', 'store begins'])
  await store.use({ ...owner, profileId: 'other' })
  void store.call('state' as never, null as never)
  await expect.poll(() => events.length).toBe(5)
})

test('removes a folder only while no store is open', async () => {
  const { events, store } = keeper()
  await store.use(owner)
  await store.prepare()
  let finishRemoval = () => {}
  const removed = new Promise<void>((resolve) => (finishRemoval = resolve))
  const closing = store.close(async () => {
    events.push('removal begins')
    await removed
    events.push('removal ends')
  })
  const opening = store.use(owner)
  await expect.poll(() => events).toContain('removal begins')
  void store.call('state', null)
  finishRemoval()
  await Promise.all([closing, opening])
  expect(events).toEqual(['store begins', 'store ends', 'removal begins', 'removal ends', 'store begins'])
})

test('opens no store while another closes', async () => {
  const { events, store } = keeper({ endsLater: true })
  await store.use(owner)
  await store.prepare()
  // Waits for the same turn as closing.
  const asked = store.call('state', null)
  const closing = store.close(async () => void events.push('removal'))
  await expect(asked).rejects.toThrow()
  await closing
  expect(events).toEqual(['store begins', 'store ends', 'removal'])
})

test('reports a failed removal and continues', async () => {
  const { events, store } = keeper()
  await expect(store.inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await store.use(owner)
  await store.prepare()
  expect(events).toEqual(['store begins'])
})
