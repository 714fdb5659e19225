import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
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

describe('the list of notices', () => {
  const five = ['One', 'Two', 'Three', 'Four', 'Five']

  it('has every notice, and counts those that were not seen', () => {
    vi.useFakeTimers()
    try {
      const toasts = new Toasts()
      for (const name of [...five, 'Six', 'Seven']) toasts.show('warning', name)
      toasts.show('success', 'Saved.')
      for (const name of five) toasts.alert(name, '', { label: 'Show', run: () => undefined }, '1,234.56')
      const { log } = toasts
      const names = log.entries.map(({ sentence }) => sentence)
      expect(names).toEqual([...five.toReversed(), 'Saved.', 'Seven', 'Six', ...five.toReversed()])
      // Those of alerts are counted by their own log.
      expect(log.unseen).toBe(8)
      const onScreen = toasts.list.map(({ sentence }) => sentence)
      expect(onScreen).not.toContain('One')
      expect(toasts.shown.more).toBe(8 - onScreen.filter((name) => name !== '5 alerts fired').length)
      vi.advanceTimersByTime(60_000)
      toasts.readAll()
      expect([toasts.list, toasts.shown.more, log.unseen]).toEqual([[], 0, 0])
      for (let place = 0; place < 250; place += 1) toasts.show('error', `Error ${place}`)
      expect([log.entries.length, log.dropped]).toEqual([200, 63])
      expect(toasts.shown.toasts.map(({ sentence }) => sentence)).toEqual(
        [245, 246, 247, 248, 249].map((place) => `Error ${place}`)
      )
      expect(toasts.shown.more).toBe(95)
    } finally {
      vi.useRealTimers()
    }
  })

  it('counts good news as seen, except what the window could not show', () => {
    vi.useFakeTimers()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    try {
      const toasts = new Toasts()
      toasts.show('success', 'Saved.')
      toasts.show('success', 'Saved.')
      toasts.showBriefly('warning', 'Slow.')
      vi.advanceTimersByTime(60_000)
      expect(toasts.log.entries).toMatchObject([
        { sentence: 'Slow.', isSeen: false, times: 1 },
        { sentence: 'Saved.', isSeen: true, times: 2 }
      ])
      hidden.mockReturnValue(true)
      toasts.show('success', 'Exported.')
      vi.advanceTimersByTime(60_000)
      expect(toasts.log.unseen).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('opens from the notices that have no room, with actions that still work', async () => {
    const { desk } = await show()
    const run = vi.fn()
    desk.toasts.show('warning', 'Low.', 'On disk', { label: 'Open folder', run })
    for (const name of [...five, 'Six']) desk.toasts.show('error', name)
    await fireEvent.click(await screen.findByRole('button', { name: '+2 more' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Notices' }))
    const rows = dialog.getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('p')?.textContent?.trim().split(/\s/)[0])).toEqual([
      'Six',
      ...five.toReversed(),
      'Low.'
    ])
    await waitFor(() => expect(desk.toasts.list).toEqual([]))
    const removals = () => dialog.getAllByRole('button', { name: 'Remove notice' })
    removals()[0]!.focus()
    await fireEvent.click(removals()[0]!)
    expect(dialog.queryByText('Six')).toBeNull()
    expect(document.activeElement).toBe(removals()[0])
    await fireEvent.click(dialog.getByRole('button', { name: 'Open folder' }))
    expect(run).toHaveBeenCalledOnce()
    await fireEvent.click(await screen.findByRole('button', { name: /^Notices/ }))
    const again = within(await screen.findByRole('dialog', { name: 'Notices' }))
    const all = again.getByRole('button', { name: 'Clear all' })
    all.focus()
    await fireEvent.click(all)
    expect(again.getByText('No notices in this window since it was opened.')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Close')
  })
})
