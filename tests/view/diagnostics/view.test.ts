import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import App from '../../../renderer/App.svelte'
import { createDesk, startDesk, type Desk } from '#renderer/lib/desk'
import type { Profile } from '#shared/contract/connection/connections'
import type { LocalSandbox } from '#shared/contract/app/diagnostics'
import { scenarioNames, scenarios } from '#shared/domain/connection/scenarios'
import { fail } from '#shared/domain/base/problem'
import { FakeMain } from '../support/bridge'
import { drawNowhere } from '../support/canvas'
import { localSandbox, treasury } from '../support/profiles'

let main: FakeMain
let desk: Desk
let stop: () => void

const running: LocalSandbox = {
  addresses: {
    restBase: 'http://127.0.0.1:4100/v2',
    tokenHost: 'http://127.0.0.1:4100',
    streamAddress: 'ws://127.0.0.1:4100/v2/stream'
  },
  markets: ['BTCUSD', 'ETHUSD'],
  active: []
}

beforeEach(() => {
  drawNowhere()
  main = new FakeMain()
  main.content = { kind: 'desk', view: 'diagnostics', workspace: null }
  main.diagnostics = { timeline: [], local: running }
  location.hash = ''
})
afterEach(() => {
  cleanup()
  stop()
})

async function open() {
  desk = createDesk(main.bridge, window)
  stop = startDesk(desk, window)
  render(App, { desk, report: (thrown: unknown) => expect.unreachable(String(thrown)) })
  await screen.findByRole('heading', { name: 'Diagnostics' })
}
const connect = (profileId: string) =>
  main.status({ profileId, phase: 'connected', sentence: 'Connected.', granted: ['a:read'] })
const local = (part: Partial<LocalSandbox>) => main.push('diagnostics.local', { ...running, ...part })
const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })

describe('the timeline', () => {
  it('shows the newest first, updates, and is copied as text', async () => {
    main.diagnostics = {
      local: running,
      timeline: [
        { id: 1, at: Date.UTC(2026, 9, 5, 12, 0, 1), kind: 'quiet', words: 'Connecting to Desk' },
        { id: 2, at: Date.UTC(2026, 9, 5, 12, 0, 2), kind: 'bad', words: 'Refused by Desk' }
      ]
    }
    await open()
    const list = await screen.findByRole('list', { name: 'Connection events' })
    main.push('diagnostics.happened', {
      id: 3,
      at: Date.UTC(2026, 9, 5, 12, 0, 3),
      kind: 'good',
      words: 'Connected to Desk'
    })
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('listitem')
          .map((item) => item.textContent.replace(/\s+/g, ' ').trim())
      ).toEqual([
        '12:00:03 ✓ Good: Connected to Desk',
        '12:00:02 ✕ Problem: Refused by Desk',
        '12:00:01 Connecting to Desk'
      ])
    )
    screen.getByRole('button', { name: 'Copy as text' }).click()
    await waitFor(() => expect(main.payloads('app.copyText')).toHaveLength(1))
    expect(main.payloads('app.copyText')[0]).toEqual({
      text: [
        '2026-10-05 12:00:03 UTC  Connected to Desk',
        '2026-10-05 12:00:02 UTC  Refused by Desk',
        '2026-10-05 12:00:01 UTC  Connecting to Desk'
      ].join('\n')
    })
  })
})

describe('the connection', () => {
  it('shows the URLs in use', async () => {
    await open()
    connect(localSandbox.id)
    await screen.findByText(running.addresses!.streamAddress)
    connect(treasury.id)
    await screen.findByText(treasury.streamAddress)
    expect(screen.queryByText(running.addresses!.streamAddress)).toBeNull()
  })

  it('counts down a token until it expires', async () => {
    await open()
    main.status({ profileId: treasury.id, phase: 'connected', tokenExpiresAt: Date.now() + 3_000_000 })
    const panel = within(screen.getByRole('region', { name: 'Connection' }))
    await waitFor(() => expect(panel.getByText(/^(50:00|49:5\d)$/)).toBeTruthy())
    main.status({ tokenExpiresAt: Date.now() - 1000 })
    await panel.findByText('expired')
  })
})

describe('the app', () => {
  it('opens and copies the log folder', async () => {
    await open()
    await screen.findByText('/home/me/leadline/logs')
    screen.getByRole('button', { name: 'Open folder' }).click()
    screen.getByRole('button', { name: 'Copy log folder path' }).click()
    await waitFor(() => expect(main.payloads('app.copyText')).toEqual([{ text: '/home/me/leadline/logs' }]))
    expect(main.payloads('data.openFolder')).toEqual([{ kind: 'logs' }])
  })

  it('reports and retries an unknown log folder', async () => {
    main.answers['data.list'] = () => {
      throw fail('data.unreadable', 'The data folder cannot be read.')
    }
    await open()
    await screen.findByText('The data folder cannot be read.')
    delete main.answers['data.list']
    screen.getByRole('button', { name: 'Try again' }).click()
    await screen.findByText('/home/me/leadline/logs')
  })
})

describe('simulated faults', () => {
  beforeEach(() => {
    location.hash = '#/diagnostics/faults'
  })

  it('offers to connect the local sandbox', async () => {
    await open()
    connect(treasury.id)
    expect(screen.queryAllByRole('switch')).toEqual([])
    screen.getByRole('button', { name: 'Connect to the local sandbox' }).click()
    await waitFor(() => expect(screen.getAllByRole('switch')).toHaveLength(scenarioNames.length))
    expect(main.payloads('connections.connect')).toEqual([{ id: localSandbox.id }])
  })

  it('ignores other local services', async () => {
    const own: Profile = { ...treasury, id: 'own', name: 'Own service', environment: 'local' }
    main.connections = { ...main.connections, profiles: [localSandbox, own] }
    await open()
    connect(localSandbox.id)
    local({ active: [{ name: 'drop', market: null, until: null }] })
    await waitFor(() => expect(screen.getAllByRole('switch')).toHaveLength(scenarioNames.length))
    connect(own.id)
    await screen.findByRole('button', { name: 'Connect to the local sandbox' })
    expect(screen.queryAllByRole('switch')).toEqual([])
    expect(screen.queryAllByRole('link', { name: /Simulating/ })).toEqual([])
  })

  it('describes every switch', async () => {
    await open()
    connect(localSandbox.id)
    await screen.findAllByRole('switch')
    for (const name of scenarioNames) {
      const described = document.getElementById(toggle(name).getAttribute('aria-describedby') ?? '')
      expect(described?.textContent).toBe(scenarios[name].sentence)
    }
  })

  it('starts a fault with duration and market', async () => {
    const until = Date.now() + 60_000
    main.answers['diagnostics.simulateFault'] = () => ({
      ...running,
      active: [{ name: 'silent', market: 'BTCUSD', until }]
    })
    await open()
    connect(localSandbox.id)
    const length = await screen.findByLabelText<HTMLSelectElement>('Duration')
    const choose = (select: HTMLSelectElement, index: number) => {
      select.selectedIndex = index
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    choose(length, 2)
    choose(screen.getByLabelText('Scope'), 1)
    toggle('silent').click()
    await screen.findByRole('list', { name: 'Active faults' })
    await waitFor(() => expect(toggle('silent').getAttribute('aria-busy')).toBeNull())
    expect(toggle('silent').checked).toBe(true)
    expect(main.payloads('diagnostics.simulateFault')).toEqual([
      { name: 'silent', market: 'BTCUSD', milliseconds: 60_000 }
    ])
    toggle('silent').click()
    await waitFor(() => expect(main.payloads('diagnostics.stop')).toEqual([{ name: 'silent' }]))
  })

  it('reverts a refused switch', async () => {
    main.answers['diagnostics.simulateFault'] = () => {
      throw fail('simulation.unreachable', 'The local sandbox did not respond, so nothing was changed.')
    }
    await open()
    connect(localSandbox.id)
    await screen.findAllByRole('switch')
    toggle('drop').click()
    await screen.findByText('The local sandbox did not respond, so nothing was changed.')
    expect(toggle('drop').checked).toBe(false)
  })

  it('marks every window of the connection', async () => {
    await open()
    connect(localSandbox.id)
    local({ active: [{ name: 'drop', market: null, until: null }] })
    const marks = () => screen.queryAllByRole('link', { name: /Simulating 1 fault/ })
    // In the view and in the footer.
    await waitFor(() => expect(marks()).toHaveLength(2))
    desk.router.go('settings')
    await waitFor(() => expect(marks()).toHaveLength(1))
    connect(treasury.id)
    await waitFor(() => expect(marks()).toHaveLength(0))
  })

  it('stops all by button and command', async () => {
    await open()
    connect(localSandbox.id)
    expect(desk.commands.whyNot('faults.stopAll')).toBe('No faults are active')
    local({ active: [{ name: 'drop', market: null, until: null }] })
    ;(await screen.findByRole('button', { name: 'Stop all' })).click()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop all' })).toBeNull())
    local({ active: [{ name: 'burst', market: null, until: null }] })
    expect(desk.commands.run('faults.stopAll')).toBe(true)
    await waitFor(() => expect(main.payloads('diagnostics.stopAll')).toHaveLength(2))
  })
})
