import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCalm } from '#main/base/startup/after-startup'
import { createMarks, firstLiveData, firstPaint } from '#main/base/startup/marks'
import { onceCalm } from '#main/base/startup/once-started'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const marks = createMarks()
  const calm = createCalm(marks, (window) => window !== 'records')
  const done: string[] = []
  return { marks, calm, done, note: (name: string) => () => void done.push(name) }
}

test('what is put off waits for the first live figures, not for the first paint, and keeps its order', async () => {
  const { marks, calm, done, note } = setUp()
  calm.after(note('one'))
  calm.after(note('two'))
  marks.set('window-1', firstPaint)
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toEqual([])
  marks.set('window-2', firstLiveData)
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['one', 'two'])
  calm.after(note('three'))
  expect(done).toEqual(['one', 'two', 'three'])
})

test('a window that shows no markets is waited for until its first paint', async () => {
  const { marks, calm, done, note } = setUp()
  calm.after(note('one'))
  marks.set('records', 'ready')
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toEqual([])
  marks.set('records', firstPaint)
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['one'])
})

test('where no live figures come, it waits no longer than a while', async () => {
  const { calm, done, note } = setUp()
  calm.after(note('one'))
  await vi.advanceTimersByTimeAsync(2_900)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(done).toEqual(['one'])
})

test('who waits for it is served once what was put off has begun, and what follows runs at once', async () => {
  const { calm, done, note } = setUp()
  calm.after(note('put off'))
  const asked = calm.now().then(note('asked'))
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(done).toEqual(['put off', 'asked'])
  await calm.now()
})

test('who asks in the moment in which it ends is served after what was put off, too', async () => {
  const { marks, calm, done, note } = setUp()
  calm.after(note('put off'))
  marks.set('window-1', firstLiveData)
  const asked = calm.now().then(note('asked'))
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(done).toEqual(['put off', 'asked'])
})

test('an app that ends begins nothing any more', async () => {
  const { marks, calm, done, note } = setUp()
  calm.after(note('one'))
  calm.drop()
  calm.after(note('two'))
  marks.set('window-1', firstLiveData)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(done).toEqual([])
})

test('how things stand is told at once; whoever asks for more waits for what was put off', async () => {
  const { calm, done, note } = setUp()
  calm.after(note('opened'))
  const handlers = onceCalm(
    {
      read: () => 'state',
      rows: (payload: { readonly from: number }) => {
        done.push('rows')
        return payload.from
      }
    },
    calm
  )
  expect(handlers.read()).toBe('state')
  expect(done).toEqual([])
  const rows = handlers.rows({ from: 7 })
  await vi.advanceTimersByTimeAsync(1)
  expect(await rows).toBe(7)
  expect(done).toEqual(['opened', 'rows'])
})
