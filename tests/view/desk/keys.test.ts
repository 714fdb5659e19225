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

describe('the keys of the layout', () => {
  it('go round all panels, and to the neighbour on a side', async () => {
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

  it('reach the panel that has the focus and no other, and say what it cannot do', async () => {
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

  it('fill the window with a panel and give it back', async () => {
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

  it('finds what fills the window again after a look at another workspace', async () => {
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

  it('mean a panel after each change of workspace, there and back', async () => {
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

  it('move and resize the panel, and take it back with a word on what it was', async () => {
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

  it('change nothing while the layout is locked, and say so', async () => {
    const { main, desk } = await showDesk()
    desk.commands.run('workspace.lock')
    await waitFor(() => expect(desk.workspaces.byId(main.hands.first.id)?.locked).toBe(true))
    for (const id of ['panel.moveLeft', 'panel.wider', 'panel.close', 'panel.add', 'panel.popOut'] as const)
      expect(desk.commands.whyNot(id), id).toBe('The layout is locked')
    expect(desk.commands.whyNot('panel.maximise')).toBeNull()
  })
})

describe('the tabs of the workspaces', () => {
  const tab = (name: string | RegExp) =>
    within(screen.getByRole('tablist', { name: 'Workspaces' })).getByRole('tab', { name })

  it('are shown by their numbers, and lead to Markets from everywhere', async () => {
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

  it('are renamed in place, and Esc leaves the name', async () => {
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

  it('change places by keys and keep the focus', async () => {
    const { main } = await showDesk()
    tab('BTC desk').focus()
    await press('ArrowRight', { shiftKey: true })
    await waitFor(() => expect(main.hands.desk.all.map(({ name }) => name)[1]).toBe('BTC desk'))
    await waitFor(() => expect(document.activeElement).toBe(tab('BTC desk')))
    await press('ArrowRight')
    expect(document.activeElement).toBe(tab('Stablecoins'))
  })

  it('are closed without a question, and brought back from the notice', async () => {
    const { desk } = await showDesk()
    desk.commands.run('workspace.remove')
    expect(await screen.findByText('“BTC desk” closed.')).toBeTruthy()
    expect(tab(/Majors/).getAttribute('aria-selected')).toBe('true')
    await fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(tab('BTC desk').getAttribute('aria-selected')).toBe('true'))
  })

  it('get a new one from a template', async () => {
    const { main } = await showDesk()
    await press('t', { ctrlKey: true })
    await fireEvent.click(await screen.findByRole('button', { name: /^Wide watch/ }))
    await waitFor(() => expect(main.hands.desk.all).toHaveLength(4))
    await waitFor(() => expect(tab('Wide watch').getAttribute('aria-selected')).toBe('true'))
  })
})

describe('a window of its own', () => {
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

  it('shows its panel alone, with the environment, the stream, the clock and a name for the task bar', async () => {
    await popped()
    expect(regions()).toEqual(['Order book BTCUSD'])
    expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull()
    const bar = within(document.querySelector<HTMLElement>('header.bar')!)
    expect(bar.getByText('NOT CONNECTED')).toBeTruthy()
    expect(bar.getByText('UTC')).toBeTruthy()
    expect(document.title).toBe('Order book BTCUSD – Night – Leadline')
  })

  it('stays above the others when it is pinned, and shows other views in a window that has them', async () => {
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
