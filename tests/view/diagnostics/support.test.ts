import { screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import { FakeMain } from '../support/bridge'
import { drawNowhere } from '../support/canvas'
import { dialog, show } from '../support/show'

const contents = [
  { name: 'versions', file: 'versions.json', bytes: 400, about: 'Versions.' },
  { name: 'frames', file: 'frames.txt', bytes: 152_000, about: 'Messages.' }
]

beforeEach(drawNowhere)

async function open(main = new FakeMain()) {
  main.answers['diagnostics.supportContents'] ??= () => contents
  const shown = await show('#/diagnostics', main)
  ;(await screen.findByRole('button', { name: 'Save a support file' })).click()
  return { ...shown, sheet: await dialog('Save a support file') }
}

describe('the support file', () => {
  it('lists its contents and saves the selected ones', async () => {
    const { main, sheet } = await open()
    const frames = await sheet.findByLabelText<HTMLInputElement>('frames.txt')
    expect(document.getElementById(frames.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Messages.'
    )
    expect(main.payloads('diagnostics.saveSupport')).toEqual([])
    frames.click()
    await sheet.findByText(/1 of 2 files/)
    sheet.getByRole('button', { name: 'Save as…' }).click()
    await screen.findByText(/^Saved a support file of 9\.0\sKB\. It contains no secrets\.$/)
    expect(main.payloads('diagnostics.saveSupport')).toEqual([{ names: ['versions'] }])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save a support file' })).toBeNull())
  })

  it('stays open when cancelled', async () => {
    const main = new FakeMain()
    main.answers['diagnostics.saveSupport'] = () => null
    const { sheet } = await open(main)
    await sheet.findByLabelText('versions.json')
    sheet.getByRole('button', { name: 'Save as…' }).click()
    await waitFor(() => expect(main.payloads('diagnostics.saveSupport')).toHaveLength(1))
    await sheet.findByLabelText('versions.json')
    expect(screen.queryByText(/^Saved a support file/)).toBeNull()
  })

  it('reports and retries errors', async () => {
    const main = new FakeMain()
    main.answers['diagnostics.supportContents'] = () => {
      throw fail('support.unread', 'The log cannot be read.')
    }
    const { sheet } = await open(main)
    await sheet.findByText('The log cannot be read.')
    main.answers['diagnostics.supportContents'] = () => contents
    sheet.getByRole('button', { name: 'Try again' }).click()
    await sheet.findByLabelText('versions.json')
  })

  it('is available as a command', async () => {
    const main = new FakeMain()
    main.answers['diagnostics.supportContents'] = () => contents
    const { desk } = await show('#/settings', main)
    expect(desk.commands.run('diagnostics.support')).toBe(true)
    await dialog('Save a support file')
    expect(desk.router.view).toBe('diagnostics')
  })
})
