import { expect, it } from 'vitest'
import { noStoppedPanels, PanelGuard } from '#main/workspace/windows/panel-guard'

const guardWith = (kept = noStoppedPanels) => {
  let changes = 0
  const guard = new PanelGuard(kept, () => (changes += 1))
  return { guard, changes: () => changes }
}
const chart = { panel: 'p1', name: 'Chart BTCUSD' }

it('knows the panel being restored in each window', () => {
  const { guard } = guardWith()
  guard.restoring('w1', chart)
  expect(guard.stops('w1')).toEqual(chart)
  expect(guard.stops('w2')).toBeNull()
  guard.closed('w1')
  expect(guard.stops('w1')).toBeNull()
})

it('is careful after a hang until a window is restored', () => {
  const { guard, changes } = guardWith()
  guard.stops('w1')
  guard.stops('w1')
  expect(guard.kept.careful).toBe(true)
  guard.restoring('w1', chart)
  expect(guard.kept.careful).toBe(true)
  guard.restoring('w1', null)
  expect(guard.kept.careful).toBe(false)
  guard.stops('w1')
  guard.answers()
  expect(guard.kept.careful).toBe(false)
  expect(changes()).toBe(4)
})

it('keeps skipped panels until shown or removed', () => {
  let left = 0
  const { guard } = guardWith({ careful: false, stopped: ['old'] })
  guard.onLeftOut(() => (left += 1))
  guard.leaveOut('p1')
  expect([guard.kept.stopped, left]).toEqual([['old', 'p1'], 1])
  guard.restoring('w1', chart)
  guard.remove('old')
  expect(guard.kept.stopped).toEqual([])
})
