import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAfterStartup } from '#main/base/startup/after-startup'
import { createMarks, firstLiveData, firstPaint } from '#main/base/startup/marks'
import { onceStarted } from '#main/base/startup/once-started'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const marks = createMarks()
  const afterStartup = createAfterStartup(marks, (window) => window !== 'records')
  const done: string[] = []
  return { marks, afterStartup, done, note: (name: string) => () => void done.push(name) }
}

test('what is put off waits for the first live figures, not for the first paint, and keeps its order', async () => {
  const { marks, afterStartup, done, note } = setUp()
  afterStartup.after(note('one'))
  afterStartup.after(note('two'))
  marks.set('window-1', firstPaint)
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toEqual([])
  marks.set('window-2', firstLiveData)
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['one', 'two'])
  afterStartup.after(note('three'))
  expect(done).toEqual(['one', 'two', 'three'])
})

test('a window that shows no markets is waited for until its first paint', async () => {
  const { marks, afterStartup, done, note } = setUp()
  afterStartup.after(note('one'))
  marks.set('records', 'ready')
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toEqual([])
  marks.set('records', firstPaint)
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['one'])
})

test('where no live figures come, it waits no longer than a while', async () => {
  const { afterStartup, done, note } = setUp()
  afterStartup.after(note('one'))
  await vi.advanceTimersByTimeAsync(2_900)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(done).toEqual(['one'])
})

test('who waits for it is served once what was put off has begun, and what follows runs at once', async () => {
  const { afterStartup, done, note } = setUp()
  afterStartup.after(note('put off'))
  const asked = afterStartup.now().then(note('asked'))
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(done).toEqual(['put off', 'asked'])
  await afterStartup.now()
})

test('who asks in the moment in which it ends is served after what was put off, too', async () => {
  const { marks, afterStartup, done, note } = setUp()
  afterStartup.after(note('put off'))
  marks.set('window-1', firstLiveData)
  const asked = afterStartup.now().then(note('asked'))
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(done).toEqual(['put off', 'asked'])
})

test('an app that ends begins nothing any more', async () => {
  const { marks, afterStartup, done, note } = setUp()
  afterStartup.after(note('one'))
  afterStartup.dispose()
  afterStartup.after(note('two'))
  marks.set('window-1', firstLiveData)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(done).toEqual([])
})

test('how things stand is told at once; whoever asks for more waits for what was put off', async () => {
  const { afterStartup, done, note } = setUp()
  afterStartup.after(note('opened'))
  const handlers = onceStarted(
    {
      read: () => 'state',
      rows: (payload: { readonly from: number }) => {
        done.push('rows')
        return payload.from
      }
    },
    afterStartup
  )
  expect(handlers.read()).toBe('state')
  expect(done).toEqual([])
  const rows = handlers.rows({ from: 7 })
  await vi.advanceTimersByTimeAsync(1)
  expect(await rows).toBe(7)
  expect(done).toEqual(['opened', 'rows'])
})
