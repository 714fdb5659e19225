import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import { dialog, show } from './support/show'
import { FakeMain } from './support/bridge'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true })
const button = (name: string) => screen.getByRole('button', { name })
const profile = (name: RegExp) =>
  within(screen.getByRole('navigation', { name: 'Connections' })).getByRole('link', { name })
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })

const labels = [
  'Name',
  'Environment',
  'REST base URL',
  'Token host',
  'Stream URL',
  'Client ID',
  'Client secret',
  'Keep the secret for this session only'
]

describe('the form', () => {
  it('has labels for every field and button', async () => {
    await show('#/connections/treasury')
    for (const label of labels) expect(field(label), label).toBeTruthy()
    for (const name of ['Save', 'Test', 'Connect', 'Duplicate', 'Delete']) expect(button(name)).toBeTruthy()
  })

  it('shows the built-in sandbox as read-only', async () => {
    await show('#/connections/local-sandbox')
    for (const label of ['Name', 'REST base URL', 'Token host', 'Stream URL', 'Client ID']) {
      expect(field(label).readOnly, label).toBe(true)
    }
    expect(field('Environment').disabled).toBe(true)
    for (const name of ['Save', 'Duplicate', 'Delete']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
    expect(screen.queryByText(/duplicate/i)).toBeNull()
    expect(button('Connect')).toBeTruthy()
  })

  it('names the scope of each feature', async () => {
    await show('#/connections/treasury')
    expect(screen.getByRole('switch', { name: 'Statements' }).getAttribute('aria-describedby')).toBeTruthy()
    expect(screen.getByText('rewards:read_statements')).toBeTruthy()
    expect(screen.getByText(/never connects with write access/)).toBeTruthy()
  })

  it('warns for production', async () => {
    await show()
    await fireEvent.click(button('Add'))
    expect(screen.queryByText(/real balances/)).toBeNull()
    await fireEvent.change(field('Environment'), { target: { value: 'production' } })
    expect(screen.getByText(/real balances/)).toBeTruthy()
  })

  it('sends the input and hides the secret', async () => {
    const { main } = await show()
    await fireEvent.click(button('Add'))
    await type('Name', 'Night desk')
    await type('REST base URL', 'https://api.service.example')
    await type('Client secret', 'not to be seen')
    await fireEvent.click(button('Save'))
    await screen.findByText('Saved “Night desk”.')
    expect(main.payloads('connections.save')).toMatchObject([
      { id: null, draft: { name: 'Night desk' }, clientSecret: 'not to be seen', sessionOnly: false }
    ])
    expect(field('Client secret').value).toBe('')
    expect(document.body.innerHTML).not.toContain('not to be seen')
    expect(screen.getByText(/Saved in the keychain/)).toBeTruthy()
  })

  it('shows errors at their fields and focuses the first', async () => {
    const main = new FakeMain()
    main.answers['connections.save'] = () => ({
      saved: false,
      fields: { streamAddress: 'Must begin with wss://', tokenHost: 'Not an address.' }
    })
    await show('#/connections/treasury', main)
    await type('Name', 'Changed')
    await fireEvent.click(button('Save'))
    await waitFor(() => expect(document.activeElement).toBe(field('Token host')))
    const described = field('Stream URL').getAttribute('aria-describedby')
    expect(document.getElementById(described!)?.textContent).toContain('Must begin with wss://')
    expect(field('Stream URL').getAttribute('aria-invalid')).toBe('true')
    expect(field('Name').getAttribute('aria-invalid')).toBeNull()
  })

  it('offers the session without a keychain', async () => {
    const main = new FakeMain()
    const problem = { code: 'keychain.locked', sentence: 'The keychain is locked.', retryable: true }
    let saves = 0
    main.answers['connections.save'] = ({ id }: { id: string }) => {
      saves += 1
      const outcome = { saved: true, id, state: main.connections }
      return saves === 1 ? { ...outcome, secretProblem: problem } : outcome
    }
    await show('#/connections/treasury', main)
    await type('Client secret', 'again')
    await fireEvent.click(button('Save'))
    await fireEvent.click(
      within(await screen.findByRole('alert')).getByRole('button', { name: 'Keep for this session' })
    )
    await waitFor(() => expect(saves).toBe(2))
    expect(main.payloads('connections.save').at(-1)).toMatchObject({
      clientSecret: 'again',
      sessionOnly: true
    })
  })
})

describe('unsaved changes', () => {
  it('are confirmed before switching', async () => {
    await show('#/connections/treasury')
    await type('Name', 'Half done')
    await fireEvent.click(profile(/Local sandbox/))
    const asked = await dialog('Discard your changes?')
    await fireEvent.click(asked.getByRole('button', { name: 'Keep editing' }))
    expect(field('Name').value).toBe('Half done')
    await fireEvent.click(profile(/Local sandbox/))
    await fireEvent.click((await dialog('Discard your changes?')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(field('Name').value).toBe('Local sandbox'))
  })

  it('survive a view change', async () => {
    const { desk } = await show('#/connections/treasury')
    await type('Name', 'Half done')
    desk.router.go('settings')
    await screen.findByRole('heading', { name: 'Settings', level: 1 })
    desk.router.go('connections')
    await screen.findByRole('heading', { name: 'Connections', level: 1 })
    expect(field('Name').value).toBe('Half done')
  })

  it('are saved before connecting', async () => {
    const { main } = await show('#/connections/treasury')
    await type('Client ID', 'another')
    await fireEvent.click(button('Connect'))
    await waitFor(() => expect(main.payloads('connections.connect')).toEqual([{ id: 'treasury' }]))
    expect(main.calls.map(({ name }) => name).indexOf('connections.save')).toBeGreaterThan(-1)
  })

  it('connect after a pending save', async () => {
    const { main } = await show('#/connections/treasury')
    await type('Client ID', 'another')
    button('Save').click()
    button('Connect').click()
    await waitFor(() => expect(main.payloads('connections.connect')).toEqual([{ id: 'treasury' }]))
    expect(main.payloads('connections.save')).toHaveLength(1)
  })
})

it('begins with the connection in use, until another one is chosen', async () => {
  const { main, desk } = await show('#/settings')
  const reopen = async () => {
    desk.router.go('settings')
    await screen.findByRole('heading', { name: 'Settings', level: 1 })
    desk.router.go('connections')
    await screen.findByRole('heading', { name: 'Connections', level: 1 })
  }
  main.status({ profileId: 'treasury', phase: 'connected', sentence: 'Connected.' })
  await reopen()
  expect(field('Name').value).toBe('Treasury desk')
  await fireEvent.click(profile(/Local sandbox/))
  await reopen()
  expect(field('Name').value).toBe('Local sandbox')
})

it('deletes after a confirmation', async () => {
  const { main } = await show('#/connections/treasury')
  await fireEvent.click(button('Delete'))
  const asked = await dialog('Delete “Treasury desk”?')
  expect(asked.getByText(/client ID and secret are removed/)).toBeTruthy()
  expect(main.payloads('connections.remove')).toEqual([])
  await fireEvent.click(asked.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleted “Treasury desk”.')
  expect(field('Name').value).toBe('Local sandbox')
})

it('duplicates without the secret', async () => {
  const { desk } = await show('#/connections/treasury')
  await fireEvent.click(button('Duplicate'))
  await waitFor(() => expect(field('Name').value).toBe('Treasury desk copy'))
  expect(screen.getByText('No secret saved.')).toBeTruthy()
  expect(desk.toasts.list).toEqual([])
})

describe('testing', () => {
  it('works for the built-in sandbox', async () => {
    const { main } = await show('#/connections/local-sandbox')
    await fireEvent.click(button('Test'))
    const result = within(await screen.findByRole('region', { name: 'Test result' }))
    expect(result.getByText('It works')).toBeTruthy()
    expect(main.payloads('connections.test')).toMatchObject([{ id: 'local-sandbox' }])
  })

  it('warns of write scopes', async () => {
    const main = new FakeMain()
    main.answers['connections.test'] = () => ({
      kind: 'access',
      granted: ['rewards:read_statements', 'exchange:trade'],
      missing: ['transfer:read_deposit_address'],
      excessive: ['exchange:trade'],
      expiresInSeconds: 3600,
      milliseconds: 84.25
    })
    await show('#/connections/treasury', main)
    await fireEvent.click(button('Test'))
    const result = within(await screen.findByRole('region', { name: 'Test result' }))
    expect(result.getByText('It works, but grants more than read access')).toBeTruthy()
    expect(result.getByText('exchange:trade').closest('li')?.textContent).toContain('not requested')
    expect(result.getByText('transfer:read_deposit_address').closest('li')?.textContent).toContain('missing')
    expect(result.getByText(/1 h 00 min/)).toBeTruthy()
  })

  it('shows the service’s message and request ID', async () => {
    const main = new FakeMain()
    main.answers['connections.test'] = () => {
      throw fail('token.refused', 'The service does not know this client.', { requestId: 'req-42' })
    }
    await show('#/connections/treasury', main)
    await fireEvent.click(button('Test'))
    const result = within(await screen.findByRole('region', { name: 'Test result' }))
    expect(result.getByText('The service does not know this client.')).toBeTruthy()
    expect(result.getByText('Request ID req-42')).toBeTruthy()
  })
})

describe('a desk feed', () => {
  it('is set up by servers and a feed, without endpoints and features', async () => {
    const { main } = await show()
    await fireEvent.click(button('Add'))
    await fireEvent.change(field('Kind'), { target: { value: 'feed' } })
    expect(screen.queryByLabelText('REST base URL')).toBeNull()
    expect(screen.queryByRole('switch', { name: 'Statements' })).toBeNull()
    await type('Name', 'Trading desk')
    await type('Servers', 'tls://a.example:4222, ')
    // The separator stays while another one is typed.
    expect(field('Servers').value).toBe('tls://a.example:4222, ')
    await type('Servers', 'tls://a.example:4222, tls://b.example:4222')
    expect(screen.getByText('Those of this computer')).toBeTruthy()
    await type('Feed', ' 20df12314ad4 ')
    await type('Seat key', 'SUSEED')
    await fireEvent.click(button('Save'))
    await waitFor(() => expect(main.payloads('connections.save')).toHaveLength(1))
    expect(main.payloads('connections.save')[0]).toMatchObject({
      draft: {
        name: 'Trading desk',
        feed: { servers: ['tls://a.example:4222', 'tls://b.example:4222'], digest: '20df12314ad4' }
      },
      clientSecret: 'SUSEED'
    })
  })

  it('shows what a test found, with its warnings', async () => {
    const main = new FakeMain()
    main.answers['connections.test'] = () => ({
      kind: 'feed',
      found: ['The desk feed is live: BTCUSD.'],
      warnings: ['The server is old.'],
      milliseconds: 120
    })
    await show('#/connections/treasury', main)
    await fireEvent.click(button('Test'))
    const result = within(await screen.findByRole('region', { name: 'Test result' }))
    expect(result.getByText('The desk feed is live: BTCUSD.')).toBeTruthy()
    expect(result.getByText('The server is old.').closest('section')?.className).toContain('warning')
  })

  it('takes a key and an authority from files, and sends the ID of the key alone', async () => {
    const main = new FakeMain()
    main.answers['connections.chooseKeyFile'] = () => ({ id: 'chosen', name: 'seat.creds' })
    main.answers['connections.chooseAuthority'] = () => ({ authority: 'PEM' })
    main.answers['connections.save'] = () => ({ saved: true, id: 'treasury', state: main.connections })
    await show('#/connections/treasury', main)
    await fireEvent.click(button('Add'))
    await fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'feed' } })
    await fireEvent.input(screen.getByLabelText('Servers'), { target: { value: 'tls://a.example:4222' } })
    await fireEvent.click(button('Choose credentials file…'))
    await screen.findByText('The key in seat.creds is used once you save or connect.')
    await fireEvent.click(button('Choose certificate…'))
    await screen.findByText('From a file, for this connection alone')
    await fireEvent.click(button('Save'))
    await expect.poll(() => main.payloads('connections.save')).toHaveLength(1)
    const [saved] = main.payloads('connections.save') as [Record<string, unknown>]
    expect(saved).toMatchObject({ keyFile: 'chosen', draft: { feed: { authority: 'PEM' } } })
    expect(saved).not.toHaveProperty('clientSecret')
  })

  it('opens a seat file, and reminds to delete it', async () => {
    const main = new FakeMain()
    main.answers['connections.openSeatFile'] = () => ({
      saved: true,
      id: 'treasury',
      state: main.connections
    })
    await show('#/connections/treasury', main)
    await fireEvent.click(button('Open seat file…'))
    expect(await screen.findByText(/Delete the seat file/)).toBeTruthy()
  })
})
