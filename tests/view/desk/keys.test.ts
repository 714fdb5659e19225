import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import { press } from '../support/show'
import { life } from './life'
import { head, plainPanels, regions, region, showDesk, WorkingMain } from './stage'

beforeEach(() => {
  life.forget()
  return plainPanels()
})

const take = (name: string) => fireEvent.pointerDown(head(name), { button: 0 })
const focused = () => document.activeElement?.querySelector('section')?.getAttribute('aria-label')

describe('layout keys', () => {
  it('cycle panels and move to neighbors', async () => {
    await showDesk()
    const order = regions()
    for (const name of [...order.slice(1), order[0]]) {
      await press('F6')
      await waitFor(() => expect(focused()).toBe(name))
    }
    await press('ArrowRight', { ctrlKey: true })
    await waitFor(() => expect(focused()).toBe('Chart BTCUSD'))
    await press('ArrowDown', { ctrlKey: true })
    await waitFor(() => expect(focused()).toBe('Depth BTCUSD'))
    await press('F6', { shiftKey: true })
    await waitFor(() => expect(focused()).toBe('Chart BTCUSD'))
  })

  it('affect the focused panel only', async () => {
    const { main, desk } = await showDesk()
    await take('Trades BTCUSD')
    await tick()
    await press(' ')
    expect(life.deeds).toEqual([`freeze ${main.panel('trades')}`])
    expect(desk.commands.whyNot('panel.recentre')).toBe('Not available in this panel')
    expect(desk.activePanel.host?.name).toBe('Trades BTCUSD')
    desk.router.go('settings')
    await tick()
    expect(desk.commands.whyNot('panel.freeze')).toBe('Only in Markets')
  })

  it('maximize and restore a panel', async () => {
    await showDesk()
    await take('Order book BTCUSD')
    await press('f')
    expect(regions()).toEqual(['Order book BTCUSD'])
    expect(screen.queryAllByRole('separator')).toEqual([])
    await press('Escape')
    expect(regions()).toHaveLength(7)
    await press('f')
    await press('f')
    expect(regions()).toHaveLength(7)
  })

  it('keep the maximized panel across workspaces', async () => {
    const { main, desk } = await showDesk()
    await take('Order book BTCUSD')
    await press('f')
    await waitFor(() => expect(main.hands.first.frames[0]!.filled).toBe(main.panel('book')))
    await press('2', { ctrlKey: true })
    await waitFor(() => expect(regions().length).toBeGreaterThan(1))
    expect(desk.window.workspace).toBe(main.hands.desk.all[1]!.id)
    await press('1', { ctrlKey: true })
    await waitFor(() => expect(regions()).toEqual(['Order book BTCUSD']))
  })

  it('keep a target after a workspace change', async () => {
    const { main, desk } = await showDesk()
    await tick()
    for (const place of [1, 3, 2, 3, 1, 2]) {
      await press(String(place), { ctrlKey: true })
      const kinds = () => Object.values(main.hands.desk.all[place - 1]!.panels).length
      await waitFor(() => expect(regions()).toHaveLength(kinds()))
      expect(desk.commands.whyNot('panel.maximise'), `workspace ${place}`).toBeNull()
      await press('F6')
      const [first] = regions()
      expect(focused(), `workspace ${place}`).not.toBe(first)
      await press('f')
      await waitFor(() => expect(regions()).toHaveLength(1))
      await press('f')
      await waitFor(() => expect(regions()).toHaveLength(kinds()))
    }
  })

  it('move and resize, with undo announced', async () => {
    const { main } = await showDesk()
    await take('Depth BTCUSD')
    await press('ArrowLeft', { ctrlKey: true, shiftKey: true })
    await waitFor(() => expect(main.actions).toHaveLength(1))
    expect(main.actions[0]).toMatchObject({ do: 'panel.move', panel: main.panel('depth') })
    await waitFor(() => expect(focused()).toBe('Depth BTCUSD'))
    const width = () => document.getElementById(`panel-${main.panel('depth')}`)!.style.width
    const before = width()
    await press('ArrowRight', { altKey: true, shiftKey: true })
    await waitFor(() => expect(width()).not.toBe(before))
    expect(main.actions[1]).toMatchObject({ do: 'split.resize' })
    await press('z', { ctrlKey: true })
    expect(await screen.findByText('Undone: Resize panels')).toBeTruthy()
    await waitFor(() => expect(width()).toBe(before))
  })

  it('do nothing while locked, with a message', async () => {
    const { main, desk } = await showDesk()
    desk.commands.run('workspace.lock')
    await waitFor(() => expect(desk.workspaces.byId(main.hands.first.id)?.locked).toBe(true))
    for (const id of ['panel.moveLeft', 'panel.wider', 'panel.close', 'panel.add', 'panel.popOut'] as const)
      expect(desk.commands.whyNot(id), id).toBe('The layout is locked')
    expect(desk.commands.whyNot('panel.maximise')).toBeNull()
  })
})

describe('workspace tabs', () => {
  const tab = (name: string | RegExp) =>
    within(screen.getByRole('tablist', { name: 'Workspaces' })).getByRole('tab', { name })

  it('are selected by number from any view', async () => {
    const { main, desk } = await showDesk()
    await press('2', { ctrlKey: true })
    expect(tab(/Majors/).getAttribute('aria-selected')).toBe('true')
    expect(main.payloads('windows.rememberWorkspace')).toEqual([{ workspace: main.hands.desk.all[1]!.id }])
    expect(desk.commands.whyNot('workspace.9')).toBe('There is no workspace 9')
    desk.router.go('settings')
    await tick()
    expect(tab(/Majors/).getAttribute('aria-selected')).toBe('false')
    await fireEvent.click(tab('BTC desk'))
    expect(desk.router.view).toBe('markets')
    expect(region('Watchlist')).toBeTruthy()
  })

  it('are renamed in place', async () => {
    const { main } = await showDesk()
    tab('BTC desk').focus()
    await press('F2')
    const field = screen.getByLabelText('Workspace name')
    await fireEvent.input(field, { target: { value: 'Night desk' } })
    await fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(tab('Night desk')).toBeTruthy())
    await fireEvent.dblClick(tab('Night desk'))
    await fireEvent.input(screen.getByLabelText('Workspace name'), { target: { value: 'No' } })
    await fireEvent.keyDown(screen.getByLabelText('Workspace name'), { key: 'Escape' })
    expect(screen.queryByLabelText('Workspace name')).toBeNull()
    expect(main.actions.filter((action) => action.do === 'workspace.rename')).toHaveLength(1)
  })

  it('are reordered by keys with focus', async () => {
    const { main } = await showDesk()
    tab('BTC desk').focus()
    await press('ArrowRight', { shiftKey: true })
    await waitFor(() => expect(main.hands.desk.all.map(({ name }) => name)[1]).toBe('BTC desk'))
    await waitFor(() => expect(document.activeElement).toBe(tab('BTC desk')))
    await press('ArrowRight')
    expect(document.activeElement).toBe(tab('Stablecoins'))
  })

  it('are closed with undo', async () => {
    const { desk } = await showDesk()
    desk.commands.run('workspace.remove')
    expect(await screen.findByText('“BTC desk” closed.')).toBeTruthy()
    expect(tab(/Majors/).getAttribute('aria-selected')).toBe('true')
    await fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(tab('BTC desk').getAttribute('aria-selected')).toBe('true'))
  })

  it('are added from a template', async () => {
    const { main } = await showDesk()
    await press('t', { ctrlKey: true })
    await fireEvent.click(await screen.findByRole('button', { name: /^Wide watchlist/ }))
    await waitFor(() => expect(main.hands.desk.all).toHaveLength(4))
    await waitFor(() => expect(tab('Wide watchlist').getAttribute('aria-selected')).toBe('true'))
  })
})

describe('a popped-out window', () => {
  async function popped() {
    const main = new WorkingMain()
    const workspace = main.hands.first.id
    const frame = main.hands.act({
      do: 'panel.popOut',
      workspace,
      panel: main.panel('book'),
      withTabs: false
    })!
    main.act({ do: 'workspace.rename', workspace, name: 'Night' })
    main.content = { kind: 'frame', workspace, frame }
    const { desk } = await showDesk(main)
    return { main, desk }
  }

  it('shows panel, environment, stream, clock and title', async () => {
    await popped()
    expect(regions()).toEqual(['Order book BTCUSD'])
    expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull()
    const bar = within(document.querySelector<HTMLElement>('header.bar')!)
    expect(bar.getByText('NOT CONNECTED')).toBeTruthy()
    expect(bar.getByText('UTC')).toBeTruthy()
    expect(document.title).toBe('Order book BTCUSD – Night – Leadline')
  })

  it('can be pinned and opens views elsewhere', async () => {
    const { main, desk } = await popped()
    const pin = screen.getByRole('button', { name: 'Always on top' })
    await fireEvent.click(pin)
    await waitFor(() => expect(pin.getAttribute('aria-pressed')).toBe('true'))
    expect(main.payloads('windows.stayOnTop')).toEqual([{ onTop: true }])
    desk.commands.run('go.settings')
    await waitFor(() => expect(main.payloads('windows.open')).toEqual([{ view: 'settings' }]))
    expect(desk.router.view).toBe('markets')
    expect(desk.commands.whyNot('workspace.2')).toBe('Only in the main window')
  })
})
