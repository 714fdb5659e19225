import { fireEvent, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BookStage, plain, rows } from './book-stage'

let stage: BookStage
beforeEach(() => {
  stage = new BookStage()
})
afterEach(() => stage.end())

it('keeps rows under the pointer and shows missing sizes', async () => {
  const region = await stage.show({ traded: false })
  await stage.send(plain)
  const ladder = within(region).getByRole('slider')
  const point = new PointerEvent('pointermove', { bubbles: true })
  Object.defineProperties(point, { offsetX: { value: 50 }, offsetY: { value: 5 * 19 + 4 } })
  await fireEvent(ladder, point)
  await stage.send({
    bids: [
      ['64211.25', '7'],
      ['64210.50', '0.4581']
    ],
    asks: [['64212.00', '2']]
  })
  await waitFor(() =>
    expect(rows(region).map((cells) => cells.slice(0, 3))).toEqual([
      ['Ask', '64,212.00', '2.0000'],
      ['', '64,211.50', '–'],
      ['Bid', '64,211.00', '–'],
      ['Bid', '64,210.50', '0.4581']
    ])
  )
  expect(within(region).getByText('Held')).toBeTruthy()
  // In the middle, without a row.
  expect(stage.painted).toContain('64,211.25  7.0000')
  expect(stage.main.calls.filter(({ name }) => name === 'workspaces.point').at(-1)?.payload).toMatchObject({
    market: 'BTCUSD',
    price: '64211.5'
  })
  await fireEvent.pointerLeave(ladder)
  await waitFor(() =>
    expect(rows(region).map(([, price]) => price)).toEqual(['64,212.00', '64,211.25', '64,210.50'])
  )
})

it('releases with Escape, which it consumes only for keyboard selection', async () => {
  const region = await stage.show({ traded: false })
  await stage.send(plain)
  const ladder = within(region).getByRole('slider')
  const escape = () => fireEvent.keyDown(ladder, { key: 'Escape' })
  // Not prevented.
  expect(await escape()).toBe(true)
  const point = new PointerEvent('pointermove', { bubbles: true })
  Object.defineProperties(point, { offsetX: { value: 50 }, offsetY: { value: 5 * 19 + 4 } })
  await fireEvent(ladder, point)
  expect(within(region).getByText('Held')).toBeTruthy()
  expect(await escape()).toBe(true)
  await waitFor(() => expect(within(region).queryByText('Held')).toBeNull())
  await fireEvent.keyDown(ladder, { key: 'ArrowDown' })
  expect(ladder.getAttribute('aria-valuetext')).toContain('Ask 64,211.50')
  expect(await escape()).toBe(false)
  expect(ladder.getAttribute('aria-valuetext')).toBe('No row')
  expect(await escape()).toBe(true)
})

it('shows the spread of its rows', async () => {
  await stage.show({ traded: false, flash: false })
  await stage.send(plain)
  for (let cents = 11; cents < 20; cents += 1) {
    stage.painted.length = 0
    await stage.send({ ...plain, asks: [[`64212.${cents}`, '1']] })
    expect(stage.painted).toContain(`64,212.${cents}`)
    expect(stage.painted).toContain(`Spread 1.${cents} · 0.2 bp`)
  }
})

it('changes and remembers steps', async () => {
  const region = await stage.show({ steps: ['ETHUSD=2'] })
  await stage.send(plain)
  await fireEvent.click(await within(region).findByRole('button', { name: 'Coarser price steps' }))
  expect(stage.main.calls.filter(({ name }) => name === 'workspaces.act').at(-1)?.payload).toMatchObject({
    do: 'panel.change',
    panel: 'p',
    settings: { steps: ['ETHUSD=2', 'BTCUSD=0.02'] }
  })
})
