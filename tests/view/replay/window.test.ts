import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FiredAlert } from '#shared/contract/market/alerts'
import type { ReplayOverview, ReplayState } from '#shared/contract/recording/replay'
import { fail } from '#shared/domain/base/problem'
import { panels } from '#renderer/desk/panel-kinds'
import PlainPanel from '../desk/PlainPanel.svelte'
import { showDesk, WorkingMain } from '../desk/stage'
import { replayNow } from '../support/app-states'
import { drawNowhere } from '../support/canvas'
import { press } from '../support/show'

const { chart } = panels
let main: WorkingMain
beforeEach(() => {
  drawNowhere()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly listener: (entries: unknown[]) => void) {}
      observe = (target: Element) => this.listener([{ target, contentRect: { width: 1200, height: 80 } }])
      unobserve = () => undefined
      disconnect = () => undefined
    }
  )
  // Its library draws more than a test's page can.
  Object.assign(panels, { chart: { icon: chart.icon, component: PlainPanel } })
  main = new WorkingMain()
  main.alerts = { ...main.alerts, fired: [fired(2, '14:30:00.250'), fired(1, '13:00:00.250')], firedCount: 2 }
})
afterEach(() => void Object.assign(panels, { chart }))

const fired = (number: number, time: string): FiredAlert => ({
  number,
  alert: 'a',
  market: 'BTCUSD',
  at: Date.parse(`2026-11-18T${time}Z`),
  condition: { kind: 'price', market: 'BTCUSD', price: '64190', direction: 'down', of: 'last' },
  values: [],
  note: '',
  seen: true
})

async function replaying(state: Partial<ReplayState> = {}) {
  main.replay = { ...replayNow, ...state }
  const shown = await showDesk(main)
  const bar = within(await screen.findByRole('region', { name: 'Replay controls' }))
  return { ...shown, bar }
}
const changed = async (state: Partial<ReplayState> | null) => {
  main.push('replay.changed', state && { ...replayNow, ...state })
  await tick()
}
const sent = (call: string) => main.payloads(`replay.${call}`)

describe('a window in replay', () => {
  it('says so, beside what is live', async () => {
    await replaying()
    main.live()
    const top = within(screen.getByText('Leadline', { selector: 'header *' }).closest('header')!)
    top.getByText('Replay')
    top.getByText('14:02:11.482 UTC, 18 Nov')
    expect((await top.findByText('Connected')).closest('.part')?.textContent).toContain('Live connection')
    expect(document.querySelector('.shell.replay')).not.toBeNull()
    screen.getByText('Replaying the recording of Treasury, 18 Nov.')
    await waitFor(() => expect(document.title).toMatch(/^Replay/))
    await changed(null)
    expect(document.querySelector('.shell.replay')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Replay controls' })).toBeNull()
    await waitFor(() => expect(document.title).not.toMatch(/^Replay/))
  })

  it('shows no panel as live, whatever the live desk does', async () => {
    await replaying()
    for (const kind of ['depth', 'trades', 'connection', 'alerts'] as const)
      main.act({
        ...{ do: 'panel.add', workspace: main.hands.first.id, frame: 'main', kind, link: null },
        ...{ market: kind === 'connection' || kind === 'alerts' ? null : 'BTCUSD', settings: {}, spot: null }
      })
    const words = () => [...document.querySelectorAll('main .chip .word')].map((word) => word.textContent)
    const markets = () => [...document.querySelectorAll('main .chip.replay .word')]
    await waitFor(() => expect(markets().length).toBeGreaterThanOrEqual(4))
    for (const happens of [() => main.live(), () => main.streamIs({ phase: 'waiting' })]) {
      happens()
      await tick()
      expect(words()).not.toContain('Live')
      const dots = [...document.querySelectorAll('main [data-kind]:not([data-kind="connection"]) .dot')]
      expect(dots.filter((dot) => !dot.classList.contains('replay'))).toEqual([])
    }
  })

  it('exports figures as those of the replay', async () => {
    const watched = { market: 'BTCUSD', state: 'live', since: 1, reason: null } as const
    main.markets = { ...main.markets, watched: [watched] }
    await replaying()
    main.push('markets.changed', main.markets)
    const list = within(await screen.findByRole('region', { name: 'Watchlist' }))
    const menu = list.getByRole('menu', { name: 'Menu of Watchlist', hidden: true })
    menu.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }))
    await tick()
    await fireEvent.click(within(menu).getByText('Copy figures as CSV'))
    await waitFor(() => expect(main.payloads('app.copyText')).toHaveLength(1))
    const [{ text }] = main.payloads('app.copyText') as [{ readonly text: string }]
    expect(text).toContain(',Replay,replay of 2026-11-18 14:02:11.482 UTC,BTCUSD')
  })

  it('marks only the markets as replayed', async () => {
    await replaying()
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
    main.markets = { ...main.markets, watched: [watched('SOLUSD'), watched('ETHUSD'), watched('BTCUSD')] }
    await replaying({ markets: ['BTCUSD', 'XRPUSD', 'ETHUSD'] })
    main.push('markets.changed', main.markets)
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
    for (const call of ['watch', 'unwatch', 'arrange']) expect(main.payloads(`markets.${call}`)).toEqual([])
    await fireEvent.input(list.getByRole('combobox', { name: 'Find a market' }), { target: { value: '' } })
    await changed({ markets: [] })
    await list.findByText('No market was recorded')
    await changed(null)
    await waitFor(() => expect(names()).toEqual(['SOLUSD', 'ETHUSD', 'BTCUSD']))
    list.getByRole('combobox', { name: 'Find or add a market' })
  })

  it('lists the alerts that had fired, and goes to them', async () => {
    await replaying()
    const list = within(await screen.findByRole('list', { name: 'Fired alerts' }))
    expect(list.getAllByRole('listitem')).toHaveLength(1)
    await fireEvent.click(list.getByRole('button', { name: /^Go to/ }))
    expect(sent('seek')).toEqual([{ at: Date.UTC(2026, 10, 18, 13, 0, 0, 251) }])
  })
})

it('lists no alerts of another connection than the one it replays', async () => {
  const { bar } = await replaying({ profileId: 'other' })
  await screen.findByText('Connect to Treasury to see the alerts that fired.')
  expect(screen.queryByRole('list', { name: 'Fired alerts' })).toBeNull()
  for (const name of ['Next alert', 'Previous alert'])
    expect(bar.getByRole('button', { name })).toHaveProperty('disabled', true)
})

describe('the keys of a replay', () => {
  it('play, step, set the range, and go back to live', async () => {
    const { desk } = await replaying()
    await press(' ')
    await press(',')
    await press('.')
    await press(']')
    await press('i')
    await press('o')
    await waitFor(() => expect(sent('setRange')).toHaveLength(2))
    expect(sent('play')).toHaveLength(1)
    expect(sent('step')).toMatchObject([{ back: true }, { back: false }])
    expect(sent('setSpeed')).toEqual([{ speed: 2 }])
    expect(sent('setRange')).toEqual([
      { in: replayNow.at, out: null, loop: false },
      { in: null, out: replayNow.at, loop: false }
    ])
    for (const phase of ['playing', 'seeking', 'ended'] as const) {
      await changed({ phase, playing: true })
      await press(' ')
    }
    expect(sent('pause')).toHaveLength(3)
    await press('l')
    expect(sent('close')).toHaveLength(1)
    expect(desk.commands.whyNot('replay.open')).toBe('Only in a live window')
  })

  it('are those of the panels in a live window', async () => {
    const { desk } = await showDesk(main)
    const linked = vi.fn()
    const frozen = vi.fn()
    desk.commands.bind({ 'panel.link': { run: linked }, 'panel.freeze': { run: frozen } })
    await press('l')
    await press(' ')
    expect([linked.mock.calls.length, frozen.mock.calls.length]).toEqual([1, 1])
    expect(sent('close')).toEqual([])
    expect(desk.commands.whyNot('replay.close')).toBe('Only in a replay')
    await press('R', { ctrlKey: true, shiftKey: true })
    expect(sent('open')).toEqual([{ at: null, newWindow: false }])
  })
})

describe('the bar', () => {
  it('goes to a typed time, and explains one that it cannot go to', async () => {
    const { bar } = await replaying()
    const type = async (text: string) => {
      if (!bar.queryByRole('textbox', { name: 'Time of the replay' })) await press('g', { ctrlKey: true })
      const field = await bar.findByRole('textbox', { name: 'Time of the replay' })
      await fireEvent.input(field, { target: { value: text } })
      await fireEvent.keyDown(field, { key: 'Enter' })
      return field
    }
    await type('25:00')
    expect(bar.getByRole('alert').textContent).toMatch(/^Not a valid time/)
    await waitFor(() => expect(sent('overview').length).toBeGreaterThan(0))
    const field = await type('2026-11-20 10:00')
    await waitFor(() =>
      expect(bar.getByRole('alert').textContent).toMatch(/^The recording is from 2026-11-18 00:00:00 UTC/)
    )
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(sent('seek')).toEqual([])
    await type('13:30:00.5')
    expect(sent('seek')).toEqual([{ at: Date.UTC(2026, 10, 18, 13, 30, 0, 500) }])
    expect(bar.queryByRole('textbox', { name: 'Time of the replay' })).toBeNull()
  })

  it('jumps to alerts, large trades and gaps, and says when there is none', async () => {
    const { bar } = await replaying()
    await waitFor(() => expect(sent('overview').length).toBeGreaterThan(0))
    await tick()
    const jump = (name: string) => fireEvent.click(bar.getByRole('button', { name }))
    await jump('Next alert')
    await waitFor(() => expect(sent('seek')).toEqual([{ at: Date.UTC(2026, 10, 18, 14, 30, 0, 251) }]))
    await jump('Previous alert')
    await waitFor(() => expect(sent('seek').at(-1)).toEqual({ at: Date.UTC(2026, 10, 18, 13, 0, 0, 251) }))
    await jump('Next large trade')
    await waitFor(() => expect(sent('seek').at(-1)).toEqual({ at: Date.UTC(2026, 10, 18, 15, 0, 0, 1) }))
    await fireEvent.input(bar.getByLabelText('Size of the trades to jump to'), { target: { value: '2.5' } })
    await jump('Previous large trade')
    main.answers['replay.jump'] = () => false
    await jump('Next gap')
    await screen.findByText('No other gap in this direction.')
    expect(sent('jump')).toMatchObject([
      { to: 'trade', size: '2.5', back: true },
      { to: 'gap', back: false }
    ])
  })

  it('jumps to a large trade outside of the visible time, once all are known', async () => {
    const { bar } = await replaying()
    await waitFor(() => expect(sent('overview').length).toBeGreaterThan(0))
    const [far, farther] = [Date.UTC(2026, 10, 18, 22), Date.UTC(2026, 10, 18, 23)]
    let complete = false
    let drawn = 0
    main.answers['replay.overview'] = ({ from, parts }: { from: number | null; parts: number }) => {
      if (from !== replayNow.at) drawn += 1
      const trades = from === replayNow.at ? [...(complete ? [far, 1] : []), farther, 1] : []
      return {
        ...{ from: Date.UTC(2026, 10, 18), to: Date.UTC(2026, 10, 19), complete, gaps: new Float64Array() },
        ...{ activity: new Float64Array(parts), trades: Float64Array.from(trades) }
      } satisfies ReplayOverview
    }
    // What was asked first is adopted before the next request.
    await waitFor(() => {
      main.push('replay.overviewChanged', null)
      expect(drawn).toBeGreaterThan(1)
    })
    const asked = sent('overview').length
    await fireEvent.click(bar.getByRole('button', { name: 'Next large trade' }))
    await waitFor(() => expect(sent('overview').length).toBeGreaterThan(asked))
    expect(sent('seek')).toEqual([])
    complete = true
    await waitFor(() => expect(sent('seek')).toEqual([{ at: far + 1 }]))
    await fireEvent.click(bar.getByRole('button', { name: 'Previous large trade' }))
    await screen.findByText('No other such trade in this direction.')
  })

  it('leaves Space to play and pause after a click', async () => {
    const { bar } = await replaying()
    const button = bar.getByRole('button', { name: 'Next gap' })
    button.focus()
    await fireEvent.click(button, { detail: 0 })
    expect(document.activeElement).toBe(button)
    await fireEvent.click(button, { detail: 1 })
    expect(document.activeElement).toBe(document.body)
  })

  it('has the speed that was chosen by keys, and the one that is reached', async () => {
    const { bar } = await replaying()
    const speeds = () => bar.getAllByRole('button', { name: /^\d+x$/ }).map((each) => each.textContent)
    expect(speeds()).toEqual(['1x', '10x', '100x', '1000x'])
    await changed({ phase: 'playing', speed: 25, reached: 24.96 })
    expect(speeds()).toEqual(['1x', '10x', '25x', '100x', '1000x'])
    expect(bar.getByRole('button', { name: '25x' }).getAttribute('aria-pressed')).toBe('true')
    bar.getByText('reached 25.0x')
  })

  it('moves by keys on the scrubber, which names its gaps', async () => {
    const { bar } = await replaying()
    const scrubber = bar.getByRole('slider', { name: 'Position in the recording' })
    await waitFor(() => expect(Number(scrubber.getAttribute('aria-valuemax'))).toBeGreaterThan(0))
    await bar.findByText('Not recorded from 09:00:00 to 10:00:00.')
    expect(scrubber.getAttribute('aria-valuetext')).toBe('2026-11-18 14:02:11.482, Paused')
    for (const key of ['Home', 'End']) {
      await fireEvent.keyDown(scrubber, { key })
      await tick()
    }
    await waitFor(() => expect(sent('seek')).toHaveLength(2))
    expect(sent('seek')).toEqual([{ at: Date.UTC(2026, 10, 18) }, { at: Date.UTC(2026, 10, 19) }])
  })

  it('offers to open a failed replay again', async () => {
    const { bar } = await replaying()
    await changed({ phase: 'failed', problem: 'The replay stopped unexpectedly.' })
    bar.getByText('The replay stopped unexpectedly.')
    await fireEvent.click(bar.getByRole('button', { name: 'Try again' }))
    expect(sent('open')).toEqual([{ at: replayNow.at, newWindow: false }])
  })
})

it('explains why there is nothing to replay', async () => {
  main.answers['replay.open'] = () => {
    throw fail('replay.empty', 'Nothing has been recorded of this connection yet.')
  }
  const { desk } = await showDesk(main)
  desk.commands.run('replay.open')
  await screen.findByText('Nothing has been recorded of this connection yet.')
  expect(desk.replay.active).toBe(false)
})
