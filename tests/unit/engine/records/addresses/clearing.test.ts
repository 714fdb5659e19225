import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { Addresses } from '#engine/records/addresses/index'
import { freshFolder } from '../../../../integration/support/folder'
import { startHere } from './desk'

test('clears the addresses of a connection that was just deleted', async () => {
  const folder = path.join(await freshFolder(), 'addresses')
  let service: string | null = 'here'
  const addresses = new Addresses({
    folder,
    clock: systemClock,
    start: startHere,
    service: () => 'Not connected.',
    pointsTo: () => service,
    clipboard: { read: async () => '', write: async () => undefined },
    changed: () => undefined,
    replaced: () => undefined,
    clipboardMoved: () => undefined
  })
  await addresses.useProfile('treasury')
  await addresses.opened()
  service = null
  const removed = addresses.removeProfile('treasury')
  await addresses.clear()
  await removed
  expect(existsSync(folder)).toBe(false)
  await addresses.dispose()
})
