import { fireEvent, waitFor } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import { showDesk } from '../desk/stage'
import { dialog, press } from '../support/show'

async function jump(typed: string) {
  await press('j', { ctrlKey: true })
  const palette = await dialog('Show a market')
  const field = palette.getByRole('combobox')
  await fireEvent.input(field, { target: { value: typed } })
  return { palette, field, enter: () => fireEvent.keyDown(field, { key: 'Enter' }) }
}

describe('Ctrl+J', () => {
  it.each(['XYZUSD', 'ETUSD', 'abc', 'Ω/β', 'X'])('shows %s, an unknown market', async (symbol) => {
    const { main } = await showDesk()
    const wanted = symbol === 'abc' ? 'ABC' : symbol
    const { enter } = await jump(symbol)
    await enter()
    await waitFor(() => expect(main.hands.first.links.a).toBe(wanted))
    expect(main.actions).toEqual([
      { do: 'link.show', workspace: main.hands.first.id, link: 'a', market: wanted }
    ])
    expect(main.payloads('markets.watch')).toEqual([])
  })

  it('keeps the selection when markets are added', async () => {
    const { main } = await showDesk()
    const { palette, field } = await jump('USD')
    await fireEvent.keyDown(field, { key: 'ArrowDown' })
    const chosen = () =>
      palette.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')
        ?.textContent
    const before = chosen()
    expect(before).toContain('ETHUSD')
    main.push('markets.changed', { ...main.markets, suggestions: ['ADAUSD', 'AUSD', 'BTCUSD', 'ETHUSD'] })
    await waitFor(() => palette.getByText(/ADA/))
    expect(chosen()).toBe(before)
  })

  it('explains impossible symbols', async () => {
    await showDesk()
    const { palette } = await jump('QQ ZZ')
    palette.getByText('A symbol has no spaces and at most 64 characters.')
  })
})
