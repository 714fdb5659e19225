import { expect, it } from 'vitest'
import { arrangeNotices, type Notice } from '#renderer/ui/notices'

const action = (label: string) => ({ label, run: () => {} })
const notice = (id: string, kind: Notice['kind'], ...labels: string[]): Notice => ({
  id,
  kind,
  sentence: `${id}.`,
  actions: labels.map(action)
})
const all = [
  notice('c', 'information', 'Choose'),
  notice('b', 'warning', 'Verify'),
  notice('stop', 'progress', 'Stop'),
  notice('a', 'error', 'Which', 'Fetch'),
  notice('z', 'error', 'Which', 'Removed')
]

it('sorts by severity and counts the rest', () => {
  const ids = (room: number) => arrangeNotices(all, room).shown.map(({ id }) => id)
  expect(ids(2)).toEqual(['a', 'z'])
  expect(ids(9)).toEqual(['a', 'z', 'stop', 'b', 'c'])
  for (let room = 0; room < 7; room += 1) {
    const { shown, folded } = arrangeNotices(all, room)
    expect(shown.length + folded).toBe(all.length)
    expect(shown.length).toBeLessThanOrEqual(room)
  }
})

it('shows each action once', () => {
  for (let room = 0; room < 7; room += 1) {
    const { shown } = arrangeNotices(all, room)
    const labels = shown.flatMap(({ actions }) => actions.map(({ label }) => label))
    expect(new Set(labels).size).toBe(labels.length)
    const offered = new Set(
      shown.flatMap(({ id }) => all.find((one) => one.id === id)!.actions!.map(({ label }) => label))
    )
    expect(new Set(labels)).toEqual(offered)
  }
})
