import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it } from 'vitest'
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

describe('the frame', () => {
  it('shows each panel as a region, without a strip of tabs where one lies alone', async () => {
    await showDesk()
    expect(regions()).toEqual(all)
    expect(screen.queryByRole('tablist', { name: /^Tabs/ })).toBeNull()
    expect(screen.getAllByRole('separator')).toHaveLength(all.length - 1)
  })

  it('keeps what is drawn while the layout changes around it, and while it is moved', async () => {
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

  it('has nothing of a panel behind other tabs, and makes it anew when it comes to the front', async () => {
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

  it('adds a panel into the tabs whose plus was pressed, of the group that the others follow', async () => {
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

describe('a drag', () => {
  it('shows where the panel will be, and puts it there', async () => {
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

  it('moves nothing where the view was left before the panel was let go', async () => {
    const { main } = await showDesk()
    giveFrameSize()
    await dragTo(head('Depth BTCUSD'), 3, 450)
    window.location.hash = '#/connections'
    await waitFor(() => expect(document.querySelector('[data-frame]')).toBeNull())
    await drop()
    expect(main.actions).toEqual([])
  })

  it('is given up by Esc, and is none at all before the pointer has gone a little way', async () => {
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

  it('out of the window makes a window of its own', async () => {
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

  it('begins nowhere while the layout is locked, and not at a control of the head', async () => {
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

  it('of a market onto a panel shows it there alone', async () => {
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

describe('a line between panels', () => {
  it('moves by the arrows, is one action when the key is let go, and is even after Enter', async () => {
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
