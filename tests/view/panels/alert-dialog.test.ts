import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import { showDesk } from '../desk/stage'
import { dialog } from '../support/show'

async function openNew(market: string) {
  const shown = await showDesk()
  const open = async (of: string) => {
    shown.desk.alerts.editing = { alert: null, market: of }
    return dialog('New alert')
  }
  return { ...shown, open, sheet: await open(market) }
}

describe('a new alert', () => {
  it.each(['Cancel', 'Close', 'Add alert', 'Escape'])(
    'starts empty after the previous one was closed by “%s”',
    async (leave) => {
      const { open, sheet, main } = await openNew('BTCUSD')
      await fireEvent.change(sheet.getByLabelText('Repeat'), { target: { selectedIndex: 1 } })
      await fireEvent.input(sheet.getByLabelText('Note'), { target: { value: 'of the last one' } })
      await fireEvent.input(sheet.getByLabelText(/^Price/), { target: { value: '67000' } })
      if (leave === 'Escape') screen.getByRole<HTMLDialogElement>('dialog', { name: 'New alert' }).close()
      else await fireEvent.click(sheet.getByRole('button', { name: leave }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New alert' })).toBeNull())
      expect(main.payloads('alerts.add')).toHaveLength(leave === 'Add alert' ? 1 : 0)
      const next = await open('ETHUSD')
      expect(next.getByLabelText<HTMLSelectElement>('Repeat').selectedIndex).toBe(0)
      expect(next.getByLabelText<HTMLInputElement>('Note').value).toBe('')
      expect(next.getByLabelText<HTMLInputElement>(/^Price/).value).toBe('')
      expect(next.getByLabelText<HTMLInputElement>('Market').value).toBe('ETHUSD')
    }
  )
})

it('delivers an alert only if asked to, and names the targets that are on', async () => {
  const { sheet, main } = await openNew('BTCUSD')
  const choice = sheet.getByLabelText<HTMLSelectElement>('Deliver to targets')
  const choices = () => Array.from(choice.options, ({ textContent }) => textContent.trim())
  expect(choices()).toEqual(['No', 'When it fires'])
  expect(sheet.getByText(/^No target is on/)).toBeTruthy()
  const status = {
    kind: 'command',
    deliveredAt: null,
    failure: null,
    retries: 0,
    waiting: 0,
    lost: 0
  } as const
  const targets = [
    { ...status, id: 'a', name: 'Pager', isOn: true },
    { ...status, id: 'b', name: 'Ops', isOn: false }
  ]
  main.push('alerts.changed', { ...main.alerts, delivery: { targets, problem: null } })
  await sheet.findByText('To Pager.')
  const escalation = sheet.getByLabelText('Escalation')
  await fireEvent.change(escalation, { target: { value: 'on' } })
  await fireEvent.change(choice, { target: { value: 'escalated' } })
  // It would never be delivered.
  await fireEvent.change(escalation, { target: { value: 'off' } })
  expect([choice.value, choices().length]).toEqual(['no', 2])
  await fireEvent.change(escalation, { target: { value: 'on' } })
  await fireEvent.change(choice, { target: { value: 'escalated' } })
  await fireEvent.input(sheet.getByLabelText(/^Price/), { target: { value: '67000' } })
  await fireEvent.click(sheet.getByRole('button', { name: 'Add alert' }))
  await waitFor(() => expect(main.payloads('alerts.add')).toMatchObject([{ deliver: 'escalated' }]))
})

it('keeps evidence only if asked to, says how much, and not of the connection', async () => {
  const { sheet, main } = await openNew('BTCUSD')
  const name = 'Keep evidence'
  const toggle = sheet.getByRole<HTMLInputElement>('switch', { name })
  expect(toggle.checked).toBe(false)
  expect(sheet.getByText(/at most every 10 minutes, up to 1\sGB for all alerts/)).toBeTruthy()
  await fireEvent.click(toggle)
  await fireEvent.change(sheet.getByLabelText('Alert on'), { target: { value: 'connection' } })
  expect(sheet.queryByRole('switch', { name })).toBeNull()
  await fireEvent.change(sheet.getByLabelText('Alert on'), { target: { value: 'price' } })
  await fireEvent.input(sheet.getByLabelText(/^Price/), { target: { value: '67000' } })
  await fireEvent.click(sheet.getByRole('button', { name: 'Add alert' }))
  await waitFor(() => expect(main.payloads('alerts.add')).toMatchObject([{ keepEvidence: true }]))
})

describe('a backtest', () => {
  const at = Date.UTC(2026, 10, 24, 14, 2, 11)
  const result = { fired: 7, times: [at, at - 1000], live: 18_000_000, from: at - 1e8, to: at, limited: true }

  it('shows when the alert would have fired, and opens a replay there', async () => {
    const { sheet, main } = await openNew('BTCUSD')
    let finish: (value: unknown) => void = () => undefined
    main.answers['recordings.backtest'] = () => new Promise((resolve) => (finish = resolve))
    expect(sheet.queryByRole('button', { name: 'Backtest' })).toBeNull()
    await fireEvent.input(sheet.getByLabelText(/^Price/), { target: { value: '67000' } })
    await fireEvent.click(sheet.getByRole('button', { name: 'Backtest' }))
    main.push('recordings.backtested', { share: 0.345 })
    await waitFor(() => expect(sheet.getByText('34% of the last 7 days')).toBeTruthy())
    finish(result)
    await waitFor(() => expect(sheet.getByText('Would have fired 7 times')).toBeTruthy())
    expect(
      sheet.getByText(
        /\(5 h 00 min recorded live\)\.\s+Too much was recorded .* Assumes that it is armed again 60 s/
      )
    ).toBeTruthy()
    expect(main.payloads('recordings.backtest')).toEqual([
      {
        condition: { kind: 'price', market: 'BTCUSD', price: '67000', direction: 'either', of: 'last' },
        pause: 60
      }
    ])
    const [newest] = sheet.getAllByRole('button', { name: /^Replay .* in a new window$/ })
    await fireEvent.click(newest!)
    expect(main.payloads('replay.open')).toEqual([{ at: at + 1, newWindow: true }])
  })

  it('says what of the desk’s recordings was left out, and fetches it when asked', async () => {
    const { sheet, main } = await openNew('BTCUSD')
    const notFetched = { bytes: 1_234_000_000, problem: null }
    main.answers['recordings.backtest'] = ({ fetchAll }: { fetchAll?: true }) =>
      fetchAll ? new Promise(() => undefined) : { ...result, notFetched }
    await fireEvent.input(sheet.getByLabelText(/^Price/), { target: { value: '67000' } })
    await fireEvent.click(sheet.getByRole('button', { name: 'Backtest' }))
    expect(await sheet.findByText('The desk has 1.2 GB more of this time.')).toBeTruthy()
    await fireEvent.click(sheet.getByRole('button', { name: /^Fetch 1\.2\sGB$/ }))
    main.push('recordings.backtested', { share: 0.5, bytes: 1_234_000_000 })
    expect(await sheet.findByText('Fetching 1.2 GB from the desk: 50%')).toBeTruthy()
    const [cancel] = sheet.getAllByRole('button', { name: 'Cancel' })
    await fireEvent.click(cancel!)
    expect(main.payloads('recordings.cancelBacktest')).toHaveLength(1)
  })

  it('is cancelled and cleared when the alert changes or the dialog closes', async () => {
    const { sheet, main } = await openNew('BTCUSD')
    main.answers['recordings.backtest'] = () => new Promise(() => undefined)
    const run = async () => {
      await fireEvent.input(sheet.getByLabelText(/^Price/), { target: { value: '67000' } })
      await fireEvent.click(sheet.getByRole('button', { name: 'Backtest' }))
      await sheet.findByRole('progressbar')
    }
    await run()
    await fireEvent.input(sheet.getByLabelText(/^Price/), { target: { value: '68000' } })
    await waitFor(() => expect(sheet.queryByRole('progressbar')).toBeNull())
    expect(main.payloads('recordings.cancelBacktest')).toHaveLength(1)
    await run()
    await fireEvent.click(sheet.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(main.payloads('recordings.cancelBacktest')).toHaveLength(2))
  })
})
