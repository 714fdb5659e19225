import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, test } from 'vitest'
import type { AvailableUpdate, UpdatesState } from '#shared/contract/app/updates'
import { FakeMain } from '../support/bridge'
import { dialog, show } from '../support/show'

const at = Date.UTC(2026, 10, 23, 10)
const newer: AvailableUpdate = {
  version: '0.2.0',
  released: '2026-11-20T08:00:00.000Z',
  page: 'https://downloads.test/leadline',
  way: 'page',
  installerHost: null,
  dismissed: false
}

function mainWith(state: Partial<UpdatesState>, on = true) {
  const main = new FakeMain()
  main.settings = { ...main.settings, updates: on }
  main.updates = { ...main.updates, on, ...state }
  return main
}

async function settings(state: Partial<UpdatesState>, on = true) {
  const shown = await show('#/settings', mainWith(state, on))
  return { ...shown, section: within(await screen.findByRole('region', { name: 'Updates' })) }
}

describe('the settings', () => {
  test('say what is requested, from where and how often, before anything is', async () => {
    const { main, section } = await settings({}, false)
    const toggle = section.getByRole('switch', { name: 'Check for updates' })
    expect((toggle as HTMLInputElement).checked).toBe(false)
    section.getByText(
      /Once a day, and when you click Check now, Leadline requests https:\/\/updates\.test\/leadline\.json\./
    )
    expect(section.queryByRole('button')).toBeNull()
    await fireEvent.click(toggle)
    await waitFor(() => expect(main.payloads('settings.change')).toEqual([{ updates: true }]))
  })

  test('say when a build has no update source', async () => {
    const { section } = await settings({ source: null })
    section.getByText('This build has no update source')
    expect(section.queryByRole('switch')).toBeNull()
    expect(section.queryByRole('button')).toBeNull()
  })

  test('show the last and the next check', async () => {
    const { main, section } = await settings({
      lastCheck: at,
      information: 'valid',
      nextCheck: at + 86_400_000
    })
    section.getByText('Leadline 0.1.0 is up to date. Checked 2026-11-23 10:00:00 UTC.')
    section.getByText('The next automatic check is after 2026-11-24 10:00:00 UTC.')
    await fireEvent.click(section.getByRole('button', { name: 'Check now' }))
    expect(main.payloads('updates.check')).toHaveLength(1)
  })

  test.each<[string, Partial<UpdatesState>, RegExp]>([
    ['before the first check', {}, /^Not checked yet\.$/],
    ['after a check was interrupted', { nextCheck: at }, /^Not checked yet\.$/],
    ['without a verified manifest', { lastCheck: at }, /^Not checked yet\.$/],
    ['after the manifest expired', { lastCheck: at, information: 'expired' }, /has expired/]
  ])('do not say that this version is the newest %s', async (_title, state, sentence) => {
    const { section } = await settings(state)
    expect(section.getByRole('status').textContent).toMatch(sentence)
    expect(section.queryByText(/up to date/)).toBeNull()
  })

  test('show why a check failed', async () => {
    const problem = { code: 'updates.signature', sentence: 'It was altered.', retryable: true }
    const { main, section } = await settings({ lastCheck: at, problem })
    section.getByText('The check at 2026-11-23 10:00:00 UTC failed')
    section.getByText('It was altered.')
    main.push('updates.changed', { ...main.updates, checking: true })
    await waitFor(() => expect(section.queryByText('It was altered.')).toBeNull())
    expect(section.getByRole('button', { name: 'Check now' }).getAttribute('aria-busy')).toBe('true')
  })
})

describe('an announcement', () => {
  const mark = (name: RegExp) => screen.queryByRole('button', { name })

  test('is in the footer until it is dismissed', async () => {
    const { main } = await show('#/connections', mainWith({ available: newer }))
    expect(mark(/Leadline 0\.2\.0 is available/)).not.toBeNull()
    await fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(mark(/is available/)).toBeNull())
    expect(main.payloads('updates.dismiss')).toHaveLength(1)
  })

  test('is followed by a calm sentence if checks fail for long', async () => {
    const problem = { code: 'updates.expired', sentence: 'It has expired.', retryable: true }
    const { main } = await show(
      '#/connections',
      mainWith({ available: newer, failingSince: at, lastCheck: at + 8 * 86_400_000, problem })
    )
    const sentence = 'Update checks have failed since 2026-11-23'
    expect(screen.queryByText(sentence)).toBeNull()
    main.push('updates.changed', (main.updates = { ...main.updates, available: null }))
    const link = await screen.findByRole('link', { name: sentence })
    expect(link.getAttribute('href')).toBe('#/settings')
    expect(link.title).toBe('It has expired.')
    main.push('updates.changed', (main.updates = { ...main.updates, failingSince: null }))
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  })

  test('offers the changes of this version after an update', async () => {
    const { main } = await show('#/connections', mainWith({ wasUpdated: true, version: '0.2.0' }, false))
    main.notes = [{ version: '0.2.0', released: null, text: '- Quicker' }]
    await fireEvent.click(mark(/Updated to Leadline 0\.2\.0/)!)
    const news = await dialog('What’s new')
    await news.findByText('Quicker')
    await waitFor(() => expect(mark(/Updated to/)).toBeNull())
  })

  test('follows the download', async () => {
    const main = mainWith({ available: { ...newer, way: 'installer' } })
    await show('#/connections', main)
    const push = (download: UpdatesState['download']) =>
      main.push('updates.changed', (main.updates = { ...main.updates, download }))
    push({ state: 'running', bytes: 50, of: 200 })
    await waitFor(() => expect(mark(/Downloading 0\.2\.0: 25%/)).not.toBeNull())
    push({ state: 'ready' })
    await waitFor(() => expect(mark(/will be installed when you quit/)).not.toBeNull())
    // What is going to be installed cannot be hidden.
    expect(mark(/^Dismiss$/)).toBeNull()
    const dismissed = { ...newer, way: 'installer', dismissed: true } as const
    main.push('updates.changed', (main.updates = { ...main.updates, available: dismissed }))
    await tick()
    expect(mark(/will be installed when you quit/)).not.toBeNull()
    push({ state: 'none' })
    await waitFor(() => expect(mark(/Leadline 0\.2\.0/)).toBeNull())
  })
})

describe('the dialog', () => {
  async function open(available: AvailableUpdate, text = '### Added\n\n- A thing.') {
    const main = mainWith({ available })
    main.notes = [
      { version: '0.2.0', released: newer.released, text },
      { version: '0.1.0', released: null, text: '- First' }
    ]
    const shown = await show('#/connections', main)
    await fireEvent.click(screen.getByRole('button', { name: /is available/ }))
    const news = await dialog('What’s new')
    await news.findByRole('heading', { name: 'Leadline 0.2.0' })
    return { ...shown, main, news }
  }

  test('shows the notes of both versions, as text only', async () => {
    const { news } = await open(
      newer,
      '- <img src=x onerror=alert(1)> [a](https://evil.test) **bold** `code`'
    )
    news.getByText(/<img src=x onerror=alert\(1\)> \[a\]\(https:\/\/evil\.test\) \*\*bold\*\*/)
    news.getByText('code', { selector: 'code' })
    news.getByText('Released 2026-11-20')
    news.getByText('Installed')
    news.getByText('First')
    expect(news.queryByRole('link')).toBeNull()
    expect(news.queryByRole('img')).toBeNull()
  })

  test('shows every version that an update skipped', async () => {
    const main = mainWith({ wasUpdated: true, version: '0.4.0' })
    main.notes = [
      { version: '0.4.0', released: '2026-12-01', text: '- Fourth' },
      { version: '0.3.0', released: '2026-11-28', text: '- Third' },
      { version: '0.2.0', released: null, text: '- Second' }
    ]
    await show('#/connections', main)
    await fireEvent.click(screen.getByRole('button', { name: /Updated to/ }))
    const news = await dialog('What’s new')
    await news.findByText('Second')
    const heads = news.getAllByRole('region').map((region) => region.querySelector('.head')?.textContent)
    expect(heads.map((head) => head?.replace(/\s+/g, ' ').trim())).toEqual([
      'Leadline 0.4.0 Installed',
      'Leadline 0.3.0 Released 2026-11-28',
      'Leadline 0.2.0'
    ])
  })

  test('opens the download page', async () => {
    const { main, news } = await open(newer)
    news.getByText('downloads.test')
    await fireEvent.click(news.getByRole('button', { name: 'Open download page' }))
    expect(main.payloads('updates.openPage')).toHaveLength(1)
  })

  test('gives the command for apt', async () => {
    const { main, news } = await open({ ...newer, way: 'apt' })
    await fireEvent.click(news.getByRole('button', { name: 'Copy command' }))
    const command = 'sudo apt-get update && sudo apt-get install --only-upgrade leadline'
    news.getByText(command)
    expect(main.payloads('app.copyText')).toEqual([{ text: command }])
    news.getByRole('button', { name: 'Open download page' })
  })

  test('downloads an installer, and can try again', async () => {
    const { main, news } = await open({ ...newer, way: 'installer', installerHost: 'files.test' })
    news.getByText('files.test')
    await fireEvent.click(news.getByRole('button', { name: 'Download' }))
    expect(main.payloads('updates.download')).toHaveLength(1)
    const push = (download: UpdatesState['download']) =>
      main.push('updates.changed', (main.updates = { ...main.updates, download }))
    push({ state: 'running', bytes: 1_000_000, of: 4_000_000 })
    await waitFor(() => expect(news.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25'))
    await fireEvent.click(news.getByRole('button', { name: 'Cancel' }))
    expect(main.payloads('updates.cancelDownload')).toHaveLength(1)
    push({ state: 'failed', problem: { code: 'updates.altered', sentence: 'It differs.', retryable: true } })
    await news.findByText('It differs.')
    await fireEvent.click(news.getByRole('button', { name: 'Try again' }))
    expect(main.payloads('updates.download')).toHaveLength(2)
    push({ state: 'ready' })
    await news.findByText(/Downloaded and verified/)
    expect(news.queryByRole('button', { name: /Download/ })).toBeNull()
    await fireEvent.click(news.getByRole('button', { name: 'Don’t install' }))
    expect(main.payloads('updates.discardInstaller')).toHaveLength(1)
    await news.findByRole('button', { name: 'Download' })
  })
})
