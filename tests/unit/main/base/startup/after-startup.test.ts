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

test('waits for the first live figures and keeps the order', async () => {
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

test('waits for the first paint of a window without markets', async () => {
  const { marks, afterStartup, done, note } = setUp()
  afterStartup.after(note('one'))
  marks.set('records', 'ready')
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toEqual([])
  marks.set('records', firstPaint)
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['one'])
})

test('stops waiting after a time limit', async () => {
  const { afterStartup, done, note } = setUp()
  afterStartup.after(note('one'))
  await vi.advanceTimersByTimeAsync(2_900)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(done).toEqual(['one'])
})

test('serves callers after the delayed work, then runs at once', async () => {
  const { afterStartup, done, note } = setUp()
  afterStartup.after(note('put off'))
  const asked = afterStartup.now().then(note('asked'))
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(done).toEqual(['put off', 'asked'])
  await afterStartup.now()
})

test('serves a caller at the last moment too', async () => {
  const { marks, afterStartup, done, note } = setUp()
  afterStartup.after(note('put off'))
  marks.set('window-1', firstLiveData)
  const asked = afterStartup.now().then(note('asked'))
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(done).toEqual(['put off', 'asked'])
})

test('starts nothing on exit', async () => {
  const { marks, afterStartup, done, note } = setUp()
  afterStartup.after(note('one'))
  afterStartup.dispose()
  afterStartup.after(note('two'))
  marks.set('window-1', firstLiveData)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(done).toEqual([])
})

test('answers read at once, and other calls after the delayed work', async () => {
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
