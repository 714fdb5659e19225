import { expect, test } from 'vitest'
import { maxProblemItems, type StatementRow } from '#shared/contract/records/statements/index'
import { problemsOf, rowProblemsOf } from '#engine/records/statements/problems'
import { noFacts } from '../../../../view/support/fake-records'
import { someRow } from '../../../../view/statements/some'

const connected = { cannotFetch: null, environment: 'local', profileId: 'local-sandbox', statements: 1 }
const copy = { folder: '/mnt/b', inStep: 1, behind: 0, running: false, fault: null }
const of = (rows: readonly StatementRow[], part: Partial<typeof noFacts> = {}) =>
  problemsOf({ ...noFacts, ...connected, ...part }, rowProblemsOf(rows))
const wrong = (part: Partial<StatementRow>) => someRow({ state: 'altered', ...part })

test('reports no problem for an intact archive', () => {
  expect(of([someRow()])).toEqual([])
  expect(of([someRow()], { copy })).toEqual([])
})

test('lists each kind of problem once, worst first, with at most two actions', () => {
  const id = (last: number) => `3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a2${last}`
  const problems = of(
    [
      wrong({ id: id(1), disagreement: 'statement.json differs.' }),
      wrong({ id: id(2) }),
      wrong({ id: id(3), state: 'moved', belongs: 'local/Own (1)/USDC/2026-10/it' }),
      someRow({ id: id(4), uncompared: true })
    ],
    {
      list: { state: 'missing', sentence: 'SHA256SUMS is missing.' },
      gone: { count: 2, folders: ['a/b/c/d/e'] },
      copy: { ...copy, fault: 'The drive is away.', disagreeing: ['a/b/c/d/f'] },
      readOnly: 'Another Leadline writes.',
      notice: 'Moved.',
      requestCount: 1,
      wanted: [{ id: id(5), sentence: 'Refused.', asset: null, month: null, pending: false, at: null }]
    }
  )
  expect(problems.map(({ kind, actions }) => [kind, ...actions])).toEqual([
    ['list-missing', 'restore', 'accept-list'],
    ['disputed', 'compare', 'fetch'],
    ['damaged', 'fetch', 'restore'],
    ['removed', 'restore', 'accept-removal'],
    ['copy-differs', 'keep-archive', 'use-copy'],
    ['read-only', 'look-again'],
    ['moved', 'open-folder', 'look-again'],
    ['copy-fault', 'update-copy', 'stop-copy'],
    ['not-fetched', 'retry-fetch', 'show-requests'],
    ['uncompared', 'compare'],
    ['notice', 'dismiss']
  ])
})

test('offers only possible actions', () => {
  const away = { cannotFetch: 'Not connected.', environment: null, profileId: null }
  const offered = of([wrong({ disagreement: 'It differs.' }), wrong({ id: 'another' })], away)
  expect(offered.flatMap(({ actions }) => actions)).toEqual(['verify', 'connect'])
  const others = of([wrong({ disagreement: 'It differs.', profileId: 'other' })])
  expect(others.flatMap(({ actions }) => actions)).toEqual(['fetch'])
})

test('counts thousands of damaged files and names the first of them', () => {
  const rows = Array.from({ length: 1200 }, (_, index) => wrong({ id: `id-${index}` }))
  const [damaged] = of(rows)
  expect(damaged).toMatchObject({ kind: 'damaged', sentence: '1,200 files are altered.', count: 1200 })
  expect(damaged!.items).toHaveLength(maxProblemItems)
})
