import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Alert, FiredAlert } from '#shared/contract/market/alerts'
import { panels } from '#renderer/desk/panel-kinds'
import { createDesk, startDesk } from '#renderer/lib/desk'
import { minutesUntilTomorrow } from '#renderer/panels/alerts/tomorrow'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import AlertsPanel from '../../../renderer/panels/alerts/AlertsPanel.svelte'
import { FakeMain } from '../support/bridge'
import PanelStage from './PanelStage.svelte'
import { place } from './place'

const condition = { kind: 'spread', market: 'BTCUSD', basisPoints: '5' } as const
const at = Date.UTC(2026, 10, 24, 14, 2, 11)
const alert: Alert = {
  id: 'one',
  condition,
  pause: 60,
  sound: 'bell',
  notify: false,
  remindEvery: 30,
  escalateAfter: 5,
  deliver: 'no',
  keepEvidence: false,
  armed: true,
  note: '',
  firedAt: at,
  pausedUntil: null,
  snoozedUntil: at + 900_000,
  evidenceAt: null,
  blind: null
}
const fired = (number: number): FiredAlert => ({
  number,
  alert: 'one',
  market: 'BTCUSD',
  at,
  condition,
  values: [],
  note: '',
  seen: number === 0,
  escalatedAt: number === 1 ? at + 300_000 : null,
  evidence: null
})

let main: FakeMain
let stop: () => void
beforeEach(async () => {
  main = new FakeMain()
  main.alerts = { ...main.alerts, alerts: [alert], fired: [fired(1), fired(0)], firedCount: 2, unseen: 1 }
  const desk = createDesk(main.bridge, window)
  stop = startDesk(desk, window)
  await Promise.all([desk.settings.load(), desk.connections.load(), desk.markets.load(), desk.alerts.load()])
  const panel = { id: 'p', kind: 'alerts', link: null, market: null, settings: {} } as const
  const host = new PanelHost(desk, place, () => panel, panels.alerts.icon)
  render(PanelStage, { desk, host, panel: AlertsPanel })
})
afterEach(() => stop())

describe('the list of alerts', () => {
  it('says until when an alert is snoozed, and how it reminds', () => {
    const list = within(screen.getByRole('list', { name: 'Alerts' }))
    expect(list.getByText('Snoozed until 14:17:11')).toBeTruthy()
    expect(
      list.getByText('Again after 60 s · Bell · Every 30 s until acknowledged · Escalates after 5 min')
    ).toBeTruthy()
  })

  it.each([
    { item: '15 minutes', minutes: 15 },
    { item: '1 hour', minutes: 60 },
    { item: 'Until tomorrow', minutes: expect.any(Number) as number },
    { item: 'End snooze', minutes: null }
  ])('snoozes an alert: $item', async ({ item, minutes }) => {
    await openMenu()
    await fireEvent.click(await screen.findByText(item))
    await waitFor(() => expect(main.payloads('alerts.snooze')).toEqual([{ id: 'one', minutes }]))
  })

  it('snoozes an alert for typed minutes', async () => {
    await openMenu()
    await fireEvent.click(await screen.findByText('Other…'))
    const sheet = within(await screen.findByRole('dialog', { name: 'Snooze' }))
    const save = () => fireEvent.click(sheet.getByRole('button', { name: 'Snooze' }))
    await fireEvent.input(sheet.getByLabelText('Minutes'), { target: { value: '10081' } })
    await save()
    expect(await sheet.findByText('Enter a whole number of minutes from 1 to 10080.')).toBeTruthy()
    await fireEvent.input(sheet.getByLabelText('Minutes'), { target: { value: '45' } })
    await save()
    await waitFor(() => expect(main.payloads('alerts.snooze')).toEqual([{ id: 'one', minutes: 45 }]))
  })

  it('acknowledges one fired alert, which says when it escalated', async () => {
    await fireEvent.click(screen.getByRole('tab', { name: /Fired/ }))
    expect(screen.getByText('Escalated 14:07:11')).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: /^Acknowledge: / }))
    await waitFor(() => expect(main.payloads('alerts.acknowledge')).toEqual([{ number: 1 }]))
  })

  it('shows the evidence of fired alerts, or why there is none', async () => {
    const ofAll = [
      { file: 'a.zip', problem: null },
      { file: null, problem: null },
      { file: null, problem: 'It was cancelled.' }
    ]
    const all = ofAll.map((evidence, index) => ({ ...fired(2 - index), evidence }))
    main.push('alerts.changed', { ...main.alerts, fired: all, firedCount: 3 })
    await fireEvent.click(screen.getByRole('tab', { name: /Fired/ }))
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows).toEqual([
      expect.stringContaining('Show evidence'),
      expect.stringContaining('Keeping evidence…'),
      expect.stringContaining('No evidence kept: It was cancelled.')
    ])
    await fireEvent.click(screen.getByRole('button', { name: /^Show evidence: BTCUSD: / }))
    expect(main.payloads('alerts.showEvidence')).toEqual([{ number: 2 }])
  })

  it.each([/^Acknowledge: /, 'Acknowledge all'])('keeps the focus in the list: %s', async (name) => {
    await fireEvent.click(screen.getByRole('tab', { name: /Fired/ }))
    const button = screen.getByRole('button', { name })
    button.focus()
    await fireEvent.click(button)
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Fired alerts' }))
  })

  it('lists the targets with their last delivery and failure, and opens their window', async () => {
    const target = {
      id: 't',
      name: 'Ops',
      kind: 'webhook',
      isOn: true,
      lost: 2,
      waiting: 3,
      retries: 4
    } as const
    const failure = { at: at + 60_000, sentence: 'The webhook’s server answered with status 500.' }
    main.push('alerts.changed', {
      ...main.alerts,
      delivery: { targets: [{ ...target, deliveredAt: at, failure }], problem: 'Nothing is delivered.' }
    })
    await fireEvent.click(screen.getByRole('tab', { name: /Targets/ }))
    const list = within(await screen.findByRole('list', { name: 'Targets' }))
    expect(list.getByText('On · Delivered 14:02:11 · 4 retries · 3 waiting · 2 not delivered')).toBeTruthy()
    expect(list.getByText(`Failed 14:03:11: ${failure.sentence}`)).toBeTruthy()
    expect(screen.getByText('Nothing is delivered.')).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Alert targets…' }))
    await waitFor(() => expect(main.payloads('alerts.openTargets')).toHaveLength(1))
  })

  it('walks its tabs with arrow keys, in a circle', async () => {
    const tab = (name: RegExp) => screen.getByRole('tab', { name })
    await fireEvent.keyDown(tab(/^Alerts/), { key: 'ArrowLeft' })
    expect(tab(/^Targets/).getAttribute('aria-selected')).toBe('true')
    await fireEvent.keyDown(tab(/^Targets/), { key: 'ArrowRight' })
    expect(tab(/^Alerts/).getAttribute('aria-selected')).toBe('true')
    await fireEvent.keyDown(tab(/^Alerts/), { key: 'ArrowRight' })
    expect(tab(/^Fired/).getAttribute('aria-selected')).toBe('true')
  })
})

it('counts the minutes until the midnight of the shown clock', () => {
  expect(minutesUntilTomorrow(Date.UTC(2026, 10, 24, 23, 58, 30), 'utc')).toBe(2)
  expect(minutesUntilTomorrow(Date.UTC(2026, 10, 24, 0), 'utc')).toBe(1440)
  const noon = new Date(2026, 5, 24, 12).getTime()
  expect(minutesUntilTomorrow(noon, 'local')).toBe(720)
})

async function openMenu(): Promise<void> {
  const button = screen.getByRole('button', { name: /^Snooze: / })
  const menu = document.getElementById(button.getAttribute('popovertarget')!)!
  await fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
}
