import { waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Toasts } from '#renderer/lib/state/toasts.svelte'
import { show } from './support/show'

it('dismisses good news, but not errors or while reading', () => {
  vi.useFakeTimers()
  try {
    const toasts = new Toasts()
    toasts.show('success', 'Saved.')
    toasts.show('error', 'Lost.')
    toasts.hold(toasts.list[0]!.id)
    vi.advanceTimersByTime(60_000)
    expect(toasts.list.map(({ sentence }) => sentence)).toEqual(['Saved.', 'Lost.'])
    toasts.release(toasts.list[0]!.id)
    vi.advanceTimersByTime(60_000)
    expect(toasts.list.map(({ sentence }) => sentence)).toEqual(['Lost.'])
  } finally {
    vi.useRealTimers()
  }
})

describe('alert toasts', () => {
  const log = { label: 'Show', run: () => undefined }
  const sentences = (toasts: Toasts) => toasts.list.map(({ sentence }) => sentence)
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('disappear unless being read', () => {
    const toasts = new Toasts()
    toasts.alert('One', '', log, '1,234.56')
    toasts.alert('Two', '', log, '1,234.56')
    toasts.hold(toasts.list[0]!.id)
    vi.advanceTimersByTime(10_000)
    expect(sentences(toasts)).toEqual(['One'])
    toasts.release(toasts.list[0]!.id)
    vi.advanceTimersByTime(10_000)
    expect(toasts.list).toEqual([])
  })

  it('are limited to two, with a count', () => {
    const toasts = new Toasts()
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) toasts.alert(name, '', log, '1,234.56')
    expect(toasts.list).toMatchObject([
      { sentence: '5 alerts fired', detail: 'Latest: Five', action: log, alerts: 5 }
    ])
    toasts.dismissAlerts()
    toasts.alert('Six', '', log, '1,234.56')
    toasts.hold(toasts.list[0]!.id)
    for (const name of ['Seven', 'Eight', 'Nine']) toasts.alert(name, '', log, '1,234.56')
    expect(sentences(toasts)).toEqual(['Six', '3 alerts fired'])
    vi.advanceTimersByTime(10_000)
    expect(sentences(toasts)).toEqual(['Six'])
  })

  it('do not displace errors', () => {
    const toasts = new Toasts()
    toasts.show('error', 'Lost.')
    toasts.alert('One', '', log, '1,234.56')
    for (const name of ['A', 'B', 'C', 'D']) toasts.show('warning', name)
    expect(sentences(toasts)).toEqual(['Lost.', 'A', 'B', 'C', 'D'])
    for (const name of ['E', 'F', 'G', 'H', 'I']) toasts.show('error', name)
    expect(sentences(toasts)).toEqual(['Lost.', 'E', 'F', 'G', 'H', 'I'])
    toasts.alert('Two', '', log, '1,234.56')
    expect(sentences(toasts)).toContain('Two')
    toasts.dismissAlerts()
    expect(sentences(toasts)).toEqual(['Lost.', 'E', 'F', 'G', 'H', 'I'])
  })
})

it('disappear when seen in any window', async () => {
  const { main, desk } = await show()
  main.push('alerts.changed', { ...main.alerts, unseen: 2 })
  desk.toasts.alert('One', '', { label: 'Show', run: () => undefined }, '1,234.56')
  desk.toasts.show('warning', 'Other.')
  await tick()
  expect(desk.toasts.list).toHaveLength(2)
  main.push('alerts.changed', { ...main.alerts, unseen: 0 })
  await waitFor(() => expect(desk.toasts.list.map(({ sentence }) => sentence)).toEqual(['Other.']))
})
