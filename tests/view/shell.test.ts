import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, it } from 'vitest'
import { commandIds, commands } from '#shared/contract/app/commands'
import { fail } from '#shared/domain/base/problem'
import { FakeMain } from './support/bridge'
import { dialog, press, show } from './support/show'

const root = () => document.documentElement.dataset
const topBar = () => within(screen.getByText('Leadline', { selector: 'header *' }).closest('header')!)
const openPalette = async () => {
  await press('k', { ctrlKey: true })
  return dialog('Command palette')
}

describe('the palette', () => {
  it('finds, marks and runs a command', async () => {
    const { main } = await show()
    const palette = await openPalette()
    const search = palette.getByRole('combobox')
    await fireEvent.input(search, { target: { value: 'light th' } })
    const [first] = palette.getAllByRole('option')
    expect(first?.getAttribute('aria-selected')).toBe('true')
    expect(search.getAttribute('aria-activedescendant')).toBe(first?.id)
    await fireEvent.keyDown(search, { key: 'Enter' })
    await waitFor(() => expect(main.settings.theme).toBe('light'))
    expect(root()['theme']).toBe('light')
  })

  it('wraps around and lists recent ones first', async () => {
    await show()
    let palette = await openPalette()
    await fireEvent.keyDown(palette.getByRole('combobox'), { key: 'ArrowUp' })
    const options = palette.getAllByRole('option')
    expect(options.at(-1)?.getAttribute('aria-selected')).toBe('true')
    await fireEvent.input(palette.getByRole('combobox'), { target: { value: 'Help and glossary' } })
    await fireEvent.keyDown(palette.getByRole('combobox'), { key: 'Enter' })
    await screen.findByRole('heading', { name: 'Help', level: 1 })
    palette = await openPalette()
    expect(palette.getAllByRole('option')[0]?.textContent).toContain('Help and glossary')
  })

  it('offers to watch possible markets last', async () => {
    const { main } = await show()
    const palette = await openPalette()
    const search = palette.getByRole('combobox')
    const titles = async (typed: string) => {
      await fireEvent.input(search, { target: { value: typed } })
      return palette.queryAllByRole('option').map((option) => option.textContent ?? '')
    }
    for (const word of ['lock', 'usd', 'settingss', 'zzzzzz'])
      expect((await titles(word)).filter((title) => title.includes('to watchlist'))).toEqual([])
    await fireEvent.keyDown(search, { key: 'Enter' })
    expect(main.payloads('markets.watch')).toEqual([])
    const both = await titles('btcusd')
    expect(both.length).toBeGreaterThan(1)
    expect(both[0]).not.toContain('to watchlist')
    expect(both.at(-1)).toContain('Add BTCUSD to watchlist')
    expect(palette.getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true')
    expect(await titles('xyzusd')).toEqual([
      expect.stringContaining('Show XYZUSD'),
      expect.stringContaining('Add XYZUSD to watchlist')
    ])
    await fireEvent.keyDown(search, { key: 'ArrowDown' })
    await fireEvent.keyDown(search, { key: 'Enter' })
    await waitFor(() => expect(main.payloads('markets.watch')).toEqual([{ market: 'XYZUSD' }]))
  })

  it('explains and does not run unavailable commands', async () => {
    const { main } = await show()
    const palette = await openPalette()
    await fireEvent.input(palette.getByRole('combobox'), { target: { value: 'Disconnect' } })
    const option = palette.getAllByRole('option')[0]!
    expect(option.getAttribute('aria-disabled')).toBe('true')
    expect(option.textContent).toContain('Not connected')
    await fireEvent.click(option)
    expect(main.payloads('connections.disconnect')).toEqual([])
  })

  it('lists every command', async () => {
    const { desk } = await show()
    const palette = await openPalette()
    const shown = palette.getAllByRole('option').map((option) => option.textContent ?? '')
    for (const id of commandIds.filter((each) => each !== 'palette.open' && !/^workspace\.\d$/.test(each))) {
      expect(
        shown.some((text) => text.includes(commands[id].title)),
        id
      ).toBe(true)
      expect(desk.commands.whyNot(id), id).not.toBe('Not available in this view')
    }
  })
})

describe('the window', () => {
  it.each([
    ['local-sandbox', 'LOCAL SANDBOX', 'local'],
    ['treasury', 'PRODUCTION', 'production']
  ])('shows the environment of %s', async (id, words, environment) => {
    const { main } = await show()
    const banner = topBar()
    expect(banner.getByText('NOT CONNECTED')).toBeTruthy()
    main.status({ profileId: id, phase: 'connecting', sentence: 'Connecting.' })
    await waitFor(() => expect(banner.getByText(words)).toBeTruthy())
    expect(root()['environment']).toBe(environment)
  })

  it('shows clock and token countdown', async () => {
    const { main } = await show()
    main.status({ profileId: 'treasury', phase: 'connected', tokenExpiresAt: Date.now() + 3_252_000 })
    const banner = topBar()
    expect((await banner.findByText(/^54:1\d$/)).textContent).toBeTruthy()
    expect(banner.getByText('UTC')).toBeTruthy()
  })

  it('applies settings at once', async () => {
    const { main } = await show()
    main.push('settings.changed', {
      settings: { ...main.settings, theme: 'light', palette: 'colour-blind', motion: 'reduced' },
      notSaved: null
    })
    await tick()
    expect(root()).toMatchObject({ theme: 'light', palette: 'colour-blind', motion: 'reduced' })
  })

  it('marks changes that are not saved, also those of before it opened, until they are', async () => {
    const main = new FakeMain()
    main.unsaved = ['The settings could not be saved.']
    await show('#/connections', main)
    const mark = screen.getByRole('link', { name: 'Changes not saved' })
    expect(screen.queryByText('The settings could not be saved.')).toBeNull()
    main.push('app.unsaved', ['The settings could not be saved.', 'The workspaces could not be saved.'])
    await tick()
    expect(mark.title).toBe('The settings could not be saved. The workspaces could not be saved.')
    expect(screen.getByText('The workspaces could not be saved.')).toBeTruthy()
    expect(screen.queryByText('The settings could not be saved.')).toBeNull()
    await fireEvent.click(mark)
    main.push('app.unsaved', [])
    await tick()
    expect(screen.queryByRole('link', { name: 'Changes not saved' })).toBeNull()
  })

  it('runs menu commands', async () => {
    const { main } = await show()
    main.push('app.command', { id: 'help.shortcuts' })
    expect((await dialog('Keyboard shortcuts')).getByText('Command palette')).toBeTruthy()
  })

  it('opens search with / unless typing', async () => {
    await show('#/help')
    const search = screen.getByLabelText('Search glossary')
    await press('/')
    expect(document.activeElement).toBe(search)
    await press('k', { ctrlKey: true })
    const typed = (await dialog('Command palette')).getByRole('combobox')
    typed.focus()
    await press('/')
    expect(document.activeElement).toBe(typed)
  })

  it('offers a retry after a failed start', async () => {
    const main = new FakeMain()
    let tries = 0
    main.answers['settings.read'] = () => {
      tries += 1
      if (tries === 1) throw fail('settings.broken', 'The settings could not be read.')
      return { settings: main.settings, notSaved: null }
    }
    const shown = show('#/connections', main)
    await fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    const { reported } = await shown
    expect(reported).toHaveLength(1)
  })

  it('shows and reports an error of a view, and recovers', async () => {
    const main = new FakeMain()
    main.answers['data.list'] = () => [null]
    const { reported, desk } = await show('#/settings', main)
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(reported).toHaveLength(1)
    delete main.answers['data.list']
    await fireEvent.click(again)
    expect(await screen.findByRole('button', { name: 'Back up…' })).toBeTruthy()
    expect(desk.router.view).toBe('settings')
  })
})

describe('the guide', () => {
  const fresh = () => {
    const main = new FakeMain()
    main.settings = { ...main.settings, guideDone: false }
    return main
  }

  it('can be completed', async () => {
    const { main } = await show('#/connections', fresh())
    const titles = ['Start without an account', 'Always know where you are', 'Read a panel', 'Make it yours']
    for (const title of titles) {
      await fireEvent.click(screen.getByRole('button', { name: 'Next' }))
      expect(document.activeElement?.textContent).toBe(title)
    }
    await fireEvent.click(screen.getByRole('radio', { name: 'Light' }))
    await waitFor(() => expect(main.settings.theme).toBe('light'))
    await fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(main.settings.guideDone).toBe(true))
    expect(screen.queryByText('First steps')).toBeNull()
  })

  it('can be skipped and reopened', async () => {
    const { main, desk } = await show('#/connections', fresh())
    await fireEvent.click(screen.getByRole('button', { name: 'Skip' }))
    await waitFor(() => expect(main.settings.guideDone).toBe(true))
    desk.commands.run('help.guide')
    expect(await screen.findByText('Welcome to Leadline')).toBeTruthy()
  })
})

describe('settings', () => {
  const choices = [
    ['Theme', 'light', { theme: 'light' }],
    ['Colours', 'colour-blind', { palette: 'colour-blind' }],
    ['Time', 'local', { clock: 'local' }],
    ['Number format', '1.234,56', { numbers: '1.234,56' }],
    ['Zoom', '125', { zoom: 125 }],
    ['Motion', 'reduced', { motion: 'reduced' }]
  ] as const

  it.each(choices)('sends %s to main at once', async (label, value, part) => {
    const { main } = await show('#/settings')
    await fireEvent.change(screen.getByLabelText(label), { target: { value } })
    await waitFor(() => expect(main.payloads('settings.change')).toEqual([part]))
  })

  it('reverts a refused change', async () => {
    const main = new FakeMain()
    main.answers['settings.change'] = () => {
      throw fail('settings.full', 'The disk is full.')
    }
    const { desk } = await show('#/settings', main)
    await fireEvent.change(screen.getByLabelText('Theme'), { target: { value: 'light' } })
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.')
    expect(desk.settings.now.theme).toBe('dark')
    expect(root()['theme']).toBe('dark')
  })

  it('clears after a confirmation', async () => {
    const { main } = await show('#/settings')
    await fireEvent.click(await screen.findByRole('button', { name: 'Clear: Log' }))
    const asked = await dialog('Clear log?')
    expect(asked.getByText(/is deleted/)).toBeTruthy()
    await fireEvent.click(asked.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(main.payloads('data.clear')).toEqual([{ kind: 'logs' }]))
  })
})
