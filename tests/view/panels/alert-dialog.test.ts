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
