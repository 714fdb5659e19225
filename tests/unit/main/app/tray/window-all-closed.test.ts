import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { setUpWindowAllClosed } from '#main/app/tray/window-all-closed'

test('quits unless kept running, decided each time', () => {
  const events = new EventEmitter()
  const next: ('quit' | 'stay')[] = ['stay', 'quit']
  let quits = 0
  const app: object = { on: events.on.bind(events), quit: () => quits++ }
  setUpWindowAllClosed(app as Electron.App, () => next.shift() ?? 'stay')
  events.emit('window-all-closed')
  expect(quits).toBe(0)
  events.emit('window-all-closed')
  expect(quits).toBe(1)
})
