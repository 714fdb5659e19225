import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, it, vi } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import { showDesk } from '../desk/stage'
import { replayNow } from '../support/app-states'
import { press } from '../support/show'
import { ReplayStage } from './stage'

const stage = new ReplayStage()

describe('a window in replay', () => {
  it('says so, beside what is live', async () => {
    await stage.replaying()
    stage.main.live()
    const top = within(screen.getByText('Leadline', { selector: 'header *' }).closest('header')!)
    top.getByText('Replay')
    top.getByText('14:02:11.482 UTC, 18 Nov')
    expect((await top.findByText('Connected')).closest('.part')?.textContent).toContain('Live connection')
    expect(document.querySelector('.shell.replay')).not.toBeNull()
    screen.getByText('Replaying the recording of Treasury, 18 Nov.')
    await waitFor(() => expect(document.title).toMatch(/^Replay/))
    await stage.changed(null)
    expect(document.querySelector('.shell.replay')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Replay controls' })).toBeNull()
    await waitFor(() => expect(document.title).not.toMatch(/^Replay/))
  })

  it('shows no panel as live, whatever the live desk does', async () => {
    await stage.replaying()
    for (const kind of ['depth', 'trades', 'connection', 'alerts'] as const)
      stage.main.act({
        ...{ do: 'panel.add', workspace: stage.main.hands.first.id, frame: 'main', kind, link: null },
        ...{ market: kind === 'connection' || kind === 'alerts' ? null : 'BTCUSD', settings: {}, spot: null }
      })
    const words = () => [...document.querySelectorAll('main .chip .word')].map((word) => word.textContent)
    const markets = () => [...document.querySelectorAll('main .chip.replay .word')]
    await waitFor(() => expect(markets().length).toBeGreaterThanOrEqual(4))
    for (const happens of [() => stage.main.live(), () => stage.main.streamIs({ phase: 'waiting' })]) {
      happens()
      await tick()
      expect(words()).not.toContain('Live')
      const dots = [...document.querySelectorAll('main [data-kind]:not([data-kind="connection"]) .dot')]
      expect(dots.filter((dot) => !dot.classList.contains('replay'))).toEqual([])
    }
  })

  it('exports figures as those of the replay', async () => {
    const watched = { market: 'BTCUSD', state: 'live', since: 1, reason: null } as const
    stage.main.markets = { ...stage.main.markets, watched: [watched] }
    await stage.replaying()
    stage.main.push('markets.changed', stage.main.markets)
    const list = within(await screen.findByRole('region', { name: 'Watchlist' }))
    const menu = list.getByRole('menu', { name: 'Menu of Watchlist', hidden: true })
    menu.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }))
    await tick()
    await fireEvent.click(within(menu).getByText('Copy figures as CSV'))
    await waitFor(() => expect(stage.main.payloads('app.copyText')).toHaveLength(1))
    const [{ text }] = stage.main.payloads('app.copyText') as [{ readonly text: string }]
    expect(text).toContain(',Replay,replay of 2026-11-18 14:02:11.482 UTC,BTCUSD')
  })

  it('marks only the markets as replayed', async () => {
    await stage.replaying()
    const isMarked = () => [
      document.querySelector('.shell.replay') !== null,
      screen.queryByText(/^Replaying the recording/) !== null,
      document.title.startsWith('Replay'),
      screen.queryByText('14:02:11.482 UTC, 18 Nov') !== null
    ]
    await waitFor(() => expect(isMarked()).toEqual([true, true, true, true]))
    window.location.hash = '#/addresses'
    await waitFor(() => expect(isMarked()).toEqual([false, false, false, false]))
    window.location.hash = '#/markets'
    await waitFor(() => expect(isMarked()).toEqual([true, true, true, true]))
  })

  it('lists the markets that were recorded, in the order of the watchlist, and does not change it', async () => {
    const watched = (market: string) => ({ market, state: 'live', since: 1, reason: null }) as const
    stage.main.markets = {
      ...stage.main.markets,
      watched: [watched('SOLUSD'), watched('ETHUSD'), watched('BTCUSD')]
    }
    await stage.replaying({ markets: ['BTCUSD', 'XRPUSD', 'ETHUSD'] })
    stage.main.push('markets.changed', stage.main.markets)
    const list = within(await screen.findByRole('region', { name: 'Watchlist' }))
    const names = () => list.queryAllByRole('rowheader').map((name) => name.textContent)
    await waitFor(() => expect(names()).toEqual(['ETHUSD', 'BTCUSD', 'XRPUSD']))
    list.getByRole('rowheader', { name: 'ETHUSD' }).closest<HTMLElement>('[role="row"]')!.focus()
    await press('Delete')
    await press('ArrowDown', { altKey: true })
    await fireEvent.input(list.getByRole('combobox', { name: 'Find a market' }), {
      target: { value: 'NEWUSD' }
    })
    expect(list.queryByRole('listbox')).toBeNull()
    await press('Enter')
    for (const call of ['watch', 'unwatch', 'arrange'])
      expect(stage.main.payloads(`markets.${call}`)).toEqual([])
    await fireEvent.input(list.getByRole('combobox', { name: 'Find a market' }), { target: { value: '' } })
    await stage.changed({ markets: [] })
    await list.findByText('No market was recorded')
    await stage.changed(null)
    await waitFor(() => expect(names()).toEqual(['SOLUSD', 'ETHUSD', 'BTCUSD']))
    list.getByRole('combobox', { name: 'Find or add a market' })
  })

  it('lists the alerts that had fired, and goes to them', async () => {
    await stage.replaying()
    const list = within(await screen.findByRole('list', { name: 'Fired alerts' }))
    expect(list.getAllByRole('listitem')).toHaveLength(1)
    await fireEvent.click(list.getByRole('button', { name: /^Go to/ }))
    expect(stage.sent('seek')).toEqual([{ at: Date.UTC(2026, 10, 18, 13, 0, 0, 251) }])
  })
})

it('lists no alerts of another connection than the one it replays', async () => {
  const { bar } = await stage.replaying({ profileId: 'other' })
  await screen.findByText('Connect to Treasury to see the alerts that fired.')
  expect(screen.queryByRole('list', { name: 'Fired alerts' })).toBeNull()
  for (const name of ['Next alert', 'Previous alert'])
    expect(bar.getByRole('button', { name })).toHaveProperty('disabled', true)
})

describe('the keys of a replay', () => {
  it('play, step, set the range, and go back to live', async () => {
    const { desk } = await stage.replaying()
    await press(' ')
    await press(',')
    await press('.')
    await press(']')
    await press('i')
    await press('o')
    await waitFor(() => expect(stage.sent('setRange')).toHaveLength(2))
    expect(stage.sent('play')).toHaveLength(1)
    expect(stage.sent('step')).toMatchObject([{ back: true }, { back: false }])
    expect(stage.sent('setSpeed')).toEqual([{ speed: 2 }])
    expect(stage.sent('setRange')).toEqual([
      { in: replayNow.at, out: null, loop: false },
      { in: null, out: replayNow.at, loop: false }
    ])
    for (const phase of ['playing', 'seeking', 'ended'] as const) {
      await stage.changed({ phase, playing: true })
      await press(' ')
    }
    expect(stage.sent('pause')).toHaveLength(3)
    await press('l')
    expect(stage.sent('close')).toHaveLength(1)
    expect(desk.commands.whyNot('replay.open')).toBe('Only in a live window')
  })

  it('are those of the panels in a live window', async () => {
    const { desk } = await showDesk(stage.main)
    const linked = vi.fn()
    const frozen = vi.fn()
    desk.commands.bind({ 'panel.link': { run: linked }, 'panel.freeze': { run: frozen } })
    await press('l')
    await press(' ')
    expect([linked.mock.calls.length, frozen.mock.calls.length]).toEqual([1, 1])
    expect(stage.sent('close')).toEqual([])
    expect(desk.commands.whyNot('replay.close')).toBe('Only in a replay')
    await press('R', { ctrlKey: true, shiftKey: true })
    expect(stage.sent('open')).toEqual([{ at: null, newWindow: false }])
  })
})

it('explains why there is nothing to replay', async () => {
  stage.main.answers['replay.open'] = () => {
    throw fail('replay.empty', 'Nothing has been recorded for this connection yet.')
  }
  const { desk } = await showDesk(stage.main)
  desk.commands.run('replay.open')
  await screen.findByText('Nothing has been recorded for this connection yet.')
  expect(desk.replay.active).toBe(false)
})
