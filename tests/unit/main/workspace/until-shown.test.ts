import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { untilShown } from '#main/workspace/until-shown'

class Browser extends EventEmitter {
  isVisible = () => false
}

function start() {
  const browser = new Browser()
  const timers = new Set<() => void>()
  let isDone = false
  void untilShown(browser, {
    later(_milliseconds, call) {
      timers.add(call)
      return () => void timers.delete(call)
    }
  }).then(() => (isDone = true))
  return { browser, timers, isDone: () => isDone }
}

it.each(['show', 'closed', 'limit'])('waits for a window until: %s', async (event) => {
  const { browser, timers, isDone } = start()
  await Promise.resolve()
  expect(isDone()).toBe(false)
  if (event === 'limit') for (const call of timers) call()
  else browser.emit(event)
  await expect.poll(isDone).toBe(true)
  expect(timers.size).toBe(0)
  expect(browser.eventNames()).toEqual([])
})
