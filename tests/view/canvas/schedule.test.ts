import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { neverPaint, paintAll, paintNews, paintSoon } from '#renderer/lib/canvas/schedule'

const frames: (() => void)[] = []
const reported: unknown[] = []
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  vi.stubGlobal('cancelAnimationFrame', (number: number) => (frames[number - 1] = () => {}))
  vi.stubGlobal('reportError', (problem: unknown) => reported.push(problem))
})

const nextFrame = () => frames.splice(0).forEach((draw) => draw())
afterEach(() => {
  nextFrame()
  reported.length = 0
})

it('paints once in the next frame', () => {
  const paint = vi.fn()
  paintSoon(paint)
  paintSoon(paint)
  expect(paint).not.toHaveBeenCalled()
  nextFrame()
  expect(paint).toHaveBeenCalledTimes(1)
  nextFrame()
  expect(paint).toHaveBeenCalledTimes(1)
})

it('paints at the end of a frame', () => {
  const paint = vi.fn()
  paintSoon(paint)
  paintAll()
  expect(paint).toHaveBeenCalledTimes(1)
  nextFrame()
  expect(paint).toHaveBeenCalledTimes(1)
})

it('paints with new data', () => {
  const paint = vi.fn()
  paintNews(() => paintSoon(paint))
  expect(paint).toHaveBeenCalledTimes(1)
  expect(frames).toEqual([])
  expect(() =>
    paintNews(() => {
      paintSoon(paint)
      throw new Error('no news')
    })
  ).toThrow('no news')
  expect(paint).toHaveBeenCalledTimes(2)
  paintSoon(paint)
  nextFrame()
  expect(paint).toHaveBeenCalledTimes(3)
})

it('defers requests while painting', () => {
  const again = vi.fn(() => paintSoon(once))
  const once = vi.fn()
  paintSoon(again)
  paintAll()
  expect(once).not.toHaveBeenCalled()
  nextFrame()
  expect(once).toHaveBeenCalledTimes(1)
})

it('continues after an error and reports it', () => {
  const problem = new Error('no ink')
  const paint = vi.fn()
  paintSoon(() => {
    throw problem
  })
  paintSoon(paint)
  nextFrame()
  expect(paint).toHaveBeenCalledTimes(1)
  expect(reported).toEqual([problem])
})

it('skips cancelled work', () => {
  const paint = vi.fn()
  paintSoon(paint)
  neverPaint(paint)
  nextFrame()
  expect(paint).not.toHaveBeenCalled()
})
