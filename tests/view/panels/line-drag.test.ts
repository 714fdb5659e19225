import { fireEvent } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dragLines } from '#renderer/panels/chart/line-drag'
import type { PriceLine } from '#renderer/lib/state/alerts.svelte'

const line: PriceLine = { id: 'one', price: '100', of: 'last', armed: true, note: '' }
const dragged = vi.fn()
const dropped = vi.fn()
let element: HTMLElement
let stop: () => void

beforeEach(() => {
  element = document.body.appendChild(document.createElement('div'))
  // The test page has no pointer capture.
  Object.assign(element, {
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
    hasPointerCapture: () => false
  })
  stop = dragLines(element, {
    lineAt: () => line,
    priceAt: () => '101',
    dragged,
    dropped,
    hovered: () => undefined
  })
})
afterEach(() => {
  stop()
  element.remove()
  vi.clearAllMocks()
})

const take = async () => {
  await fireEvent.pointerDown(element, { button: 0, pointerId: 1 })
  await fireEvent.pointerMove(element, { buttons: 1, pointerId: 1 })
  expect(dragged).toHaveBeenLastCalledWith('one', '101')
}

it('keeps a dropped line', async () => {
  await take()
  await fireEvent.pointerUp(element, { pointerId: 1 })
  expect(dropped).toHaveBeenCalledWith('one', '101')
})

it('cancels with Escape and consumes only that key', async () => {
  const others = vi.fn()
  document.body.addEventListener('keydown', others)
  await take()
  await fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(dragged).toHaveBeenLastCalledWith('one', null)
  expect(others).not.toHaveBeenCalled()
  await fireEvent.pointerUp(element, { pointerId: 1 })
  expect(dropped).not.toHaveBeenCalled()
  await fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(others).toHaveBeenCalledTimes(1)
  document.body.removeEventListener('keydown', others)
})
