import * as v from 'valibot'
import { expect, test } from 'vitest'
import { maxPanelSettings, panelSettingsSchema } from '#shared/contract/workspace/workspaces'
import { Hands } from './desk'

const settingsOf = (count: number, prefix = 'setting') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]))

test('a panel has a limited number of settings, whether they come at once or one by one', () => {
  expect(v.is(panelSettingsSchema, settingsOf(maxPanelSettings))).toBe(true)
  expect(v.is(panelSettingsSchema, settingsOf(maxPanelSettings + 1))).toBe(false)
  const hands = new Hands()
  const change = (settings: Record<string, number>) =>
    hands.act({ do: 'panel.change', workspace: hands.first.id, panel: hands.panel('chart'), settings })
  change(settingsOf(maxPanelSettings / 2))
  expect(() => change(settingsOf(maxPanelSettings, 'other'))).toThrow('100 settings')
  change(settingsOf(maxPanelSettings / 2))
})
