import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LatestAnswers } from '#engine/records/addresses/latest-answers'
import type { AddressAnswer } from '#shared/contract/records/addresses/index'
import { question } from './desk'

const answerOf = (sequence: number): AddressAnswer => ({
  sequence,
  overtaken: false,
  count: sequence,
  total: 0,
  revision: 0,
  milliseconds: 0,
  note: null
})

test('always ends with the answer to the last query', async () => {
  const step = fc.constantFrom('ask', 'answer', 'fail', 'other' as const)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const open: { readonly answer: () => void; readonly fail: () => void }[] = []
      const latest = new LatestAnswers(
        (_, sequence) =>
          new Promise((resolve, reject) => {
            open.push({ answer: () => resolve(answerOf(sequence)), fail: () => reject(new Error('no')) })
          })
      )
      const received: number[] = []
      const asked: Promise<void>[] = []
      let sequence = 0
      const ask = () => {
        const own = (sequence += 1)
        asked.push(
          latest.ask('table', own, question()).then(
            (answer) => {
              expect(answer.sequence).toBe(own)
              if (!answer.overtaken) received.push(own)
            },
            () => undefined
          )
        )
      }
      const settle = async () => {
        for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
      }
      for (const one of steps) {
        if (one === 'ask') ask()
        if (one === 'answer') open.splice(0).forEach(({ answer }) => answer())
        if (one === 'fail') open.splice(0).forEach(({ fail }) => fail())
        if (one === 'other') expect((await latest.ask('table', -2, question())).overtaken).toBe(true)
        expect(open.length).toBeLessThanOrEqual(1)
        await settle()
      }
      ask()
      let over = false
      void Promise.all(asked).then(() => (over = true))
      while (!over) {
        open.splice(0).forEach(({ answer }) => answer())
        await settle()
      }
      expect(received).toEqual(received.toSorted((one, other) => one - other))
      expect(received.at(-1)).toBe(sequence)
    })
  )
})

test('runs one query per table at a time', async () => {
  const under: string[] = []
  const latest = new LatestAnswers((view) => {
    under.push(view)
    return new Promise(() => undefined)
  })
  void latest.ask('one', 1, question())
  const skipped = latest.ask('one', 2, question())
  void latest.ask('one', 3, question())
  void latest.ask('two', 1, question())
  expect((await skipped).overtaken).toBe(true)
  expect(under).toEqual(['one', 'two'])
  latest.close('one')
  void latest.ask('one', 1, question())
  expect(under).toEqual(['one', 'two', 'one'])
})

test('keeps the filters of a replaced query', async () => {
  const asked: (string | undefined)[] = []
  const latest = new LatestAnswers(async (_, sequence, { filters }) => {
    asked.push(filters?.refIds?.[0])
    return answerOf(sequence)
  })
  const all = [
    latest.ask('table', 1, question('', { refIds: ['first'] })),
    latest.ask('table', 2, question('', { refIds: ['second'] })),
    latest.ask('table', 3, { ...question('abc'), filters: null }),
    latest.ask('other', 3, { ...question('abc'), filters: null })
  ]
  await Promise.all(all)
  expect(asked).toEqual(['first', undefined, 'second'])
})

test('drops an outdated answer', async () => {
  let answer = (): void => undefined
  const latest = new LatestAnswers(
    (_, sequence) => new Promise((resolve) => (answer = () => resolve(answerOf(sequence))))
  )
  const first = latest.ask('table', 1, question())
  const second = latest.ask('table', 2, question())
  answer()
  expect((await first).overtaken).toBe(true)
  answer()
  expect(await second).toEqual(answerOf(2))
})
