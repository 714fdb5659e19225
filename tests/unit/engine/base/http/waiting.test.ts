import { afterEach, beforeEach, expect, test } from 'vitest'
import { abandonable } from '#engine/base/http/index'

const unhandled: unknown[] = []
const listen = (reason: unknown) => unhandled.push(reason)
beforeEach(() => {
  unhandled.length = 0
  process.on('unhandledRejection', listen)
})
afterEach(() => void process.off('unhandledRejection', listen))

/** Node reports unhandled rejections before it runs timers. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

test.each(['before', 'after'])('abandoned work may fail: the signal aborts %s it begins', async (order) => {
  const stop = new AbortController()
  const stopped = new Error('stopped')
  if (order === 'before') stop.abort(stopped)
  let failWork!: (reason: Error) => void
  const work = new Promise<never>((_, reject) => (failWork = reject))
  const waiting = abandonable(work, stop.signal)
  stop.abort(stopped)
  await expect(waiting).rejects.toBe(stopped)
  failWork(new Error('late'))
  await nextTurn()
  expect(unhandled).toEqual([])
})
