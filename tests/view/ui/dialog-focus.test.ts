import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import { FakeMain } from '../support/bridge'
import { dialog, show } from '../support/show'
import { showDesk } from '../desk/stage'

const focused = () => document.activeElement

describe('a dialog focuses', () => {
  it('its first field', async () => {
    const { desk } = await showDesk()
    desk.alerts.editing = { alert: null, market: 'BTCUSD' }
    const sheet = await dialog('New alert')
    await waitFor(() => expect(focused()).toBe(sheet.getByLabelText('Alert on')))
  })

  it('its choices without a field', async () => {
    const { desk } = await showDesk()
    desk.commands.run('panel.add')
    const sheet = await dialog('Add panel')
    await waitFor(() => expect(focused()).toBe(sheet.getByRole('button', { name: /^Watchlist/ })))
  })

  it('Cancel for destructive actions', async () => {
    const main = new FakeMain()
    await show('#/connections/treasury', main)
    ;(await screen.findByRole('button', { name: 'Delete' })).click()
    const sheet = await dialog(/^Delete/)
    await waitFor(() => expect(focused()).toBe(sheet.getByRole('button', { name: 'Cancel' })))
  })
})

it('keeps the focus in a dialog when its pressed button disappears', async () => {
  const { desk, main } = await showDesk()
  main.answers['recordings.backtest'] = () => new Promise(() => undefined)
  desk.alerts.editing = { alert: null, market: 'BTCUSD' }
  const sheet = await dialog('New alert')
  await fireEvent.input(sheet.getByLabelText(/^Price/), { target: { value: '67000' } })
  const backtest = sheet.getByRole('button', { name: 'Backtest' })
  backtest.focus()
  await fireEvent.click(backtest)
  // The one beside the progress, not that of the whole dialog.
  const [stop] = sheet.getAllByRole('button', { name: 'Cancel' })
  await waitFor(() => expect(focused()).toBe(stop))
  await fireEvent.click(stop!)
  await waitFor(() => expect(focused()).toBe(sheet.getByRole('button', { name: 'Backtest' })))
})
