import { expect, it } from 'vitest'
import { PanelGate } from '#renderer/lib/state/panel-gate.svelte'
import { FakeMain } from '../support/bridge'

const steps = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

it('shows everything by default', () => {
  const main = new FakeMain()
  const gate = new PanelGate(main.bridge)
  gate.begin({ careful: false, stopped: [] })
  gate.enter('p1', 'Chart BTCUSD')
  expect(gate.shows('p1')).toBe(true)
  expect(main.payloads('windows.restoring')).toEqual([])
})

it('restores one panel at a time after a hang', async () => {
  const main = new FakeMain()
  const shown: string[] = []
  const goOn: (() => void)[] = []
  const gate = new PanelGate(main.bridge, () => new Promise((done) => goOn.push(done)))
  gate.begin({ careful: true, stopped: ['p3'] })
  for (const id of ['p1', 'p2', 'p3']) gate.enter(id, id)
  for (let turn = 0; turn < 3; turn += 1) {
    await steps()
    shown.push(['p1', 'p2', 'p3'].filter((id) => gate.shows(id)).join())
    goOn.shift()?.()
  }
  await steps()
  expect(shown).toEqual(['p1', 'p1,p2', 'p1,p2'])
  expect(gate.asks('p3')).toBe(true)
  gate.show('p3', 'p3')
  await steps()
  expect(gate.shows('p3') && gate.shows('p1')).toBe(true)
  goOn.shift()?.()
  await steps()
  const named = (panel: string | null) => ({ panel: panel && { panel, name: panel } })
  expect(main.payloads('windows.restoring')).toEqual([
    named('p1'),
    named('p2'),
    named(null),
    named('p3'),
    named(null)
  ])
})

it('shows the panel that the user asks for before those that wait', async () => {
  const goOn: (() => void)[] = []
  const gate = new PanelGate(new FakeMain().bridge, () => new Promise((done) => goOn.push(done)))
  gate.begin({ careful: true, stopped: ['p3'] })
  for (const id of ['p1', 'p2', 'p3']) gate.enter(id, id)
  await steps()
  gate.show('p3', 'p3')
  goOn.shift()?.()
  await steps()
  expect(['p1', 'p2', 'p3'].filter((id) => gate.shows(id))).toEqual(['p1', 'p3'])
})
