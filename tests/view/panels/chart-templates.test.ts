import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import * as v from 'valibot'
import { expect, it, vi } from 'vitest'
import { chartSchema } from '#shared/contract/market/panels/chart'
import type { SavedPanel, TemplatesState } from '#shared/contract/workspace/templates'
import { panels } from '#renderer/desk/panel-kinds'
import { createDesk } from '#renderer/lib/desk'
import { templatesMenu } from '#renderer/panels/chart/templates/chart-templates'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import ChartTemplates from '../../../renderer/panels/chart/templates/ChartTemplates.svelte'
import { FakeMain } from '../support/bridge'
import { place } from './place'

const panel = { id: 'p', kind: 'chart', link: null, market: 'BTCUSD', settings: {} } as const

it('saves the settings of a chart by name, and applies them', async () => {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.open = true
  })
  const main = new FakeMain()
  main.answers['templates.savePanel'] = (saved: Omit<SavedPanel, 'id'>): TemplatesState => ({
    workspaces: [],
    panels: [
      { id: 'b', name: 'Ladder', kind: 'book', settings: {} },
      { id: 't', ...saved }
    ]
  })
  const desk = createDesk(main.bridge, window)
  const host = new PanelHost(desk, place, () => panel, panels.chart.icon)
  const settings = v.parse(chartSchema, {
    ...{ interval: '5s', heat: false, tools: true },
    ...{ anchor: 1_700_000_000, compare: 'ETHUSD', compareAs: 'ratio' }
  })
  render(ChartTemplates, { host, settings, open: true })
  await fireEvent.input(screen.getByLabelText('Save these settings as'), { target: { value: ' Scalping ' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const {
    tools: _rail,
    shareRange: _shared,
    anchor: _anchor,
    compare: _other,
    compareAs: _how,
    ...saved
  } = settings
  await waitFor(() =>
    expect(main.payloads('templates.savePanel')).toEqual([
      { kind: 'chart', name: 'Scalping', settings: saved }
    ])
  )

  const items = (now: typeof settings) => templatesMenu(host, now, () => undefined).items
  await waitFor(() =>
    expect(items(settings).map(({ label }) => label)).toEqual(['Scalping', expect.any(String)])
  )
  expect(items(settings)[0]!.checked).toBe(true)
  expect(items({ ...settings, vwap: false })[0]!.checked).toBe(false)
  await items(settings)[0]!.run()
  expect(main.payloads('workspaces.act')).toEqual([
    { do: 'panel.change', workspace: 'w', panel: 'p', settings: saved }
  ])
})

it('leaves the anchor and the comparison of a chart, also with a template that has others', async () => {
  const main = new FakeMain()
  const earlier = { interval: '5s', anchor: 1_600_000_000, compare: 'ETHUSD', compareAs: 'spread' }
  main.answers['templates.read'] = (): TemplatesState => ({
    workspaces: [],
    panels: [{ id: 't', name: 'Scalping', kind: 'chart', settings: earlier }]
  })
  const desk = createDesk(main.bridge, window)
  const host = new PanelHost(desk, place, () => panel, panels.chart.icon)
  await desk.templates.load()
  const now = v.parse(chartSchema, { interval: '5s', anchor: 1_700_000_000, compare: 'SOLUSD' })
  const [item] = templatesMenu(host, now, () => undefined).items
  expect(item!.checked).toBe(true)
  await item!.run()
  const [{ settings }] = main.payloads('workspaces.act') as [{ settings: object }]
  expect(settings).toMatchObject({ interval: '5s' })
  for (const name of ['anchor', 'compare', 'compareAs']) expect(settings).not.toHaveProperty(name)
})
