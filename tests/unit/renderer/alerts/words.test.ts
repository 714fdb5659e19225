import { expect, it } from 'vitest'
import type { Alert } from '#shared/contract/market/alerts'
import { deliveryText, standingOf } from '#renderer/lib/alert-words'

const format = { numbers: '1,234.56', clock: 'utc' } as const
const since = Date.UTC(2026, 10, 21, 12, 26, 43)
const alert: Alert = {
  id: 'one',
  condition: { kind: 'price', market: 'BTCUSD', price: '64000', direction: 'up', of: 'last' },
  pause: null,
  sound: 'bell',
  notify: true,
  remindEvery: null,
  escalateAfter: null,
  deliver: 'no',
  keepEvidence: false,
  armed: true,
  note: '',
  firedAt: null,
  pausedUntil: null,
  snoozedUntil: null,
  evidenceAt: null,
  blind: 'BTCUSD is stale: nothing comes of it.'
}

it('shows since when and why an alert is not evaluated', () => {
  const shown = standingOf(alert, format, { market: 'BTCUSD', state: 'stale', since })
  expect(shown).toEqual({
    look: 'blind',
    text: 'Not evaluated since 12:26:43. BTCUSD is stale: nothing comes of it. Resumes when BTCUSD is live.'
  })
})

it('shows no time if only the figure is missing', () => {
  const missing = { ...alert, blind: 'No trade has come yet.' }
  const text = 'Not evaluated yet; resumes automatically. No trade has come yet.'
  expect(standingOf(missing, format, { market: 'BTCUSD', state: 'live', since }).text).toBe(text)
  expect(standingOf(missing, format).text).toBe(text)
})

it('shows first that an alert is disarmed or paused', () => {
  const watched = { market: 'BTCUSD', state: 'stale', since } as const
  expect(standingOf({ ...alert, armed: false }, format, watched).look).toBe('off')
  expect(standingOf({ ...alert, pausedUntil: since }, format, watched).look).toBe('resting')
  expect(standingOf({ ...alert, blind: null }, format, watched).look).toBe('armed')
})

it('says when an alert goes to the targets', () => {
  expect(deliveryText(alert)).toBe('Once · Bell · Notification')
  expect(deliveryText({ ...alert, deliver: 'fired' })).toBe('Once · Bell · Notification · Targets')
  expect(deliveryText({ ...alert, escalateAfter: 5, deliver: 'escalated' })).toBe(
    'Once · Bell · Notification · Escalates after 5 min · Targets once escalated'
  )
})
