import { expect, test } from 'vitest'
import { Desk } from './desk'

test('is seen while a visible window draws a market', () => {
  const desk = new Desk()
  desk.start('BTCUSD')
  const page = desk.page()
  expect(desk.publisher.seen).toBe(false)
  const view = page.open('BTCUSD')
  expect(desk.publisher.seen).toBe(true)
  desk.publisher.setVisible(page.id, false)
  expect(desk.publisher.seen).toBe(false)
  desk.publisher.setVisible(page.id, true)
  expect(desk.publisher.seen).toBe(true)
  view.dispose()
  expect(desk.publisher.seen).toBe(false)
})
