import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { press } from '../support/show'
import { life } from './life'
import { dragTo, giveFrameSize, head, plainPanels, region, regions, showDesk } from './stage'

beforeEach(() => {
  life.forget()
  return plainPanels()
})

const preview = () => document.querySelector('[data-preview]')
const drop = () => fireEvent.pointerUp(document.body, { clientX: 0, clientY: 0, pointerId: 1 })
const all = [
  'Watchlist',
  'Alerts',
  'Chart BTCUSD',
  'Depth BTCUSD',
  'Order book BTCUSD',
  'Trades BTCUSD',
  'Connection'
]

describe('the layout', () => {
  it('shows panels as regions, without a single tab', async () => {
    await showDesk()
    expect(regions()).toEqual(all)
    expect(screen.queryByRole('tablist', { name: /^Tabs/ })).toBeNull()
    expect(screen.getAllByRole('separator')).toHaveLength(all.length - 1)
  })

  it('keeps drawings while the layout changes', async () => {
    const { main } = await showDesk()
    life.forget()
    const panel = main.panel('depth')
    const workspace = main.hands.first.id
    main.act({ do: 'panel.move', workspace, panel, frame: 'main', spot: { beside: null, edge: 'left' } })
    await tick()
    expect(regions()[0]).toBe('Depth BTCUSD')
    expect(life).toMatchObject({ made: [], ended: [] })
    main.act({ do: 'panel.remove', workspace, panel })
    await tick()
    expect(life).toMatchObject({ made: [], ended: [panel] })
  })

  it('renders active tabs only', async () => {
    const { main } = await showDesk()
    const [book, depth] = [main.panel('book'), main.panel('depth')]
    const workspace = main.hands.first.id
    main.act({ do: 'panel.move', workspace, panel: depth, frame: 'main', spot: { among: book, index: 1 } })
    await tick()
    expect(screen.queryByRole('region', { name: 'Order book BTCUSD' })).toBeNull()
    expect(life.ended).toEqual([book])
    const tabs = within(screen.getByRole('tablist', { name: 'Tabs with Depth BTCUSD' })).getAllByRole('tab')
    expect(
      tabs.map((tab) => [tab.textContent?.trim(), tab.getAttribute('aria-selected'), tab.tabIndex])
    ).toEqual([
      ['A Order book BTCUSD', 'false', -1],
      ['A Depth BTCUSD', 'true', 0]
    ])
    expect(screen.getByRole('tabpanel', { name: /Depth/ }).contains(region('Depth BTCUSD'))).toBe(true)
    tabs[1]!.focus()
    await press('ArrowRight')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Order book/ })))
    expect(region('Order book BTCUSD')).toBeTruthy()
    expect(main.actions.at(-1)).toEqual({ do: 'panel.activate', workspace, panel: book })
    await fireEvent(
      screen.getByRole('tab', { name: /Depth/ }),
      new MouseEvent('auxclick', { button: 1, bubbles: true })
    )
    await waitFor(() => expect(main.actions.at(-1)).toEqual({ do: 'panel.remove', workspace, panel: depth }))
    await waitFor(() => expect(screen.queryByRole('tablist', { name: /^Tabs/ })).toBeNull())
  })

  it('adds a panel to the tabs of the button', async () => {
    const { main } = await showDesk()
    const workspace = main.hands.first.id
    const book = main.panel('book')
    const spot = { among: book, index: 1 }
    main.act({ do: 'panel.move', workspace, panel: main.panel('trades'), frame: 'main', spot })
    await tick()
    await fireEvent.click(screen.getByRole('button', { name: 'Add a panel to these tabs' }))
    await fireEvent.click(await screen.findByRole('button', { name: /^Depth/ }))
    await waitFor(() =>
      expect(main.actions.at(-1)).toMatchObject({ do: 'panel.add', kind: 'depth', link: 'a' })
    )
    expect(main.actions.at(-1)).toMatchObject({ spot: { among: main.panel('trades'), index: 2 } })
  })
})

describe('dragging', () => {
  it('previews the result', async () => {
    const { main } = await showDesk()
    giveFrameSize()
    await dragTo(head('Depth BTCUSD'), 3, 450)
    const shown = preview() as HTMLElement
    expect(shown.style.left).toBe('calc(round(0%, 1px) + 0px)')
    await drop()
    await waitFor(() => expect(regions()[0]).toBe('Depth BTCUSD'))
    expect(main.actions).toEqual([
      {
        do: 'panel.move',
        workspace: main.hands.first.id,
        panel: main.panel('depth'),
        frame: 'main',
        spot: { beside: null, edge: 'left' }
      }
    ])
    expect(preview()).toBeNull()
    const cell = document.getElementById(`panel-${main.panel('depth')}`)!
    expect(cell.style.width).toBe(shown.style.width)
  })

  it('does nothing after leaving the view', async () => {
    const { main } = await showDesk()
    giveFrameSize()
    await dragTo(head('Depth BTCUSD'), 3, 450)
    window.location.hash = '#/connections'
    await waitFor(() => expect(document.querySelector('[data-frame]')).toBeNull())
    await drop()
    expect(main.actions).toEqual([])
  })

  it('needs a threshold and is cancelled by Esc', async () => {
    const { main } = await showDesk()
    giveFrameSize()
    await dragTo(head('Depth BTCUSD'), 3, 450)
    await press('Escape')
    expect(preview()).toBeNull()
    await drop()
    await fireEvent.pointerDown(head('Depth BTCUSD'), { button: 0, clientX: 5, clientY: 5 })
    await fireEvent.pointerMove(head('Depth BTCUSD'), { clientX: 7, clientY: 7 })
    expect(preview()).toBeNull()
    await drop()
    expect(main.actions).toEqual([])
  })

  it('out of the window opens a new one', async () => {
    const { main } = await showDesk()
    giveFrameSize()
    await dragTo(head('Trades BTCUSD'), -200, 300)
    expect(preview()).toBeNull()
    expect(screen.getByText(/to a new window/)).toBeTruthy()
    await drop()
    await waitFor(() => expect(main.actions).toHaveLength(1))
    expect(main.actions[0]).toMatchObject({
      do: 'panel.popOut',
      panel: main.panel('trades'),
      withTabs: false
    })
  })

  it('onto another window docks there, even if that answers after the release', async () => {
    const { main } = await showDesk()
    giveFrameSize()
    const other = new BroadcastChannel('leadline.drag')
    const heard: { from: string; message: { kind: string } }[] = []
    other.addEventListener('message', ({ data }) => heard.push(data))
    const kinds = () => heard.map(({ message }) => message.kind)
    await dragTo(head('Trades BTCUSD'), -200, 300)
    await expect.poll(kinds).toContain('moved')
    // The wait for the answer does not end meanwhile.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      await drop()
      // Clicks count again.
      vi.advanceTimersByTime(1)
    } finally {
      vi.useRealTimers()
    }
    other.postMessage({ from: 'other', message: { kind: 'taken', source: heard[0]!.from, takes: true } })
    await expect.poll(kinds).toContain('let go')
    expect(heard.find(({ message }) => message.kind === 'let go')?.message).toMatchObject({ taker: 'other' })
    expect(main.actions).toEqual([])
    other.close()
  })

  it('is disabled while locked and on controls', async () => {
    const { main } = await showDesk()
    giveFrameSize()
    await dragTo(within(region('Depth BTCUSD')).getByRole('button', { name: /^Menu/ }), 3, 450)
    expect(preview()).toBeNull()
    await drop()
    main.act({ do: 'workspace.lock', workspace: main.hands.first.id, locked: true })
    await tick()
    await dragTo(head('Depth BTCUSD'), 3, 450)
    expect(preview()).toBeNull()
    expect(screen.queryAllByRole('separator')).toEqual([])
  })

  it('a market onto a panel shows it there', async () => {
    const { main } = await showDesk()
    const cell = document.getElementById(`panel-${main.panel('book')}`)!
    const data = { types: ['application/x-leadline-market'], getData: () => 'ETHUSD', dropEffect: 'none' }
    const fire = (type: string, at: Element) => {
      const event = new Event(type, { bubbles: true, cancelable: true })
      Object.assign(event, { dataTransfer: data })
      return fireEvent(at, event)
    }
    await fire('dragover', cell)
    expect(data.dropEffect).toBe('copy')
    expect(cell.classList.contains('over')).toBe(true)
    await fire('drop', cell)
    await waitFor(() => expect(region('Order book ETHUSD')).toBeTruthy())
    expect(region('Trades BTCUSD')).toBeTruthy()
    expect(main.actions[0]).toMatchObject({ do: 'panel.change', link: null, market: 'ETHUSD' })
    await fire('drop', document.getElementById(`panel-${main.panel('watchlist')}`)!)
    expect(main.actions).toHaveLength(1)
  })
})

describe('a separator', () => {
  it('moves by arrows as one action, and is reset by Enter', async () => {
    const { main } = await showDesk()
    giveFrameSize()
    const line = screen.getByRole('separator', { name: 'Between Watchlist and Chart BTCUSD' })
    expect(line.getAttribute('aria-orientation')).toBe('vertical')
    const before = Number(line.getAttribute('aria-valuenow'))
    line.focus()
    await press('ArrowRight')
    await press('ArrowRight')
    expect(Number(line.getAttribute('aria-valuenow'))).toBeGreaterThan(before)
    expect(main.actions).toEqual([])
    await fireEvent.keyUp(line, { key: 'ArrowRight' })
    await waitFor(() => expect(main.actions).toHaveLength(1))
    expect(main.actions[0]).toMatchObject({ do: 'split.resize', path: [] })
    await press('Enter')
    await fireEvent.keyUp(line, { key: 'Enter' })
    await waitFor(() => expect(line.getAttribute('aria-valuenow')).toBe('50'))
  })
})
