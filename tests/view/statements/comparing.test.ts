import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { totalsOf } from '#shared/domain/records/statements/totals'
import { comparedText } from '#renderer/records/statements/troubles'
import { comparisonText, uncomparedSentence } from '#renderer/records/statements/words'
import { show } from '../support/show'
import { someJob, someRow, withRows } from './some'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1600)
})

const counts = { same: 0, partly: 0, differs: 0, gone: 0, failed: 0 }

it('marks an unconfirmed statement and its totals, and compares it from the drawer', async () => {
  const row = someRow({ uncompared: true })
  const main = withRows([row])
  main.answers['statements.compare'] = () => ({
    counts: { ...counts, same: 1 },
    elsewhere: 0,
    sentence: null,
    state: main.statements
  })
  await show(`#/statements/${row.id}`, main)
  const grid = within(await screen.findByRole('grid', { name: 'Statements' }))
  const mark = await grid.findByText('· not compared')
  expect(mark.className).toContain('quiet')
  await screen.findByText('Totals include 1 statement that was not compared with the service.')
  const drawer = within(await screen.findByRole('complementary', { name: 'USDP 2026-10' }))
  await fireEvent.click(drawer.getByRole('button', { name: 'Compare with the service' }))
  expect(main.payloads('statements.compare')).toEqual([{ key: row.key, doubtful: false }])
  await screen.findByText('Compared with the service: 1 matches.')
})

it('does not offer to compare a statement of another connection', async () => {
  const row = someRow({ uncompared: true, profileId: 'other' })
  await show(`#/statements/${row.id}`, withRows([row]))
  const drawer = within(await screen.findByRole('complementary', { name: 'USDP 2026-10' }))
  expect(drawer.queryByRole('button', { name: 'Compare with the service' })).toBeNull()
})

it('shows the progress of comparing many, and can stop it', async () => {
  const main = withRows([someRow()], { job: someJob({ kind: 'comparing', done: 3, of: 1200 }) })
  await show('#/statements', main)
  await screen.findByText('Comparing with the service: 3 of 1,200 done.')
  await fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(main.payloads('statements.stop')).toEqual([{ kind: 'comparing' }]))
})

it('reports the result of comparing', () => {
  const summary = (part: Partial<typeof counts>, elsewhere = 0, sentence: string | null = null) =>
    comparedText({ counts: { ...counts, ...part }, elsewhere, sentence }, '1,234.56')
  expect(summary({ same: 2 })).toEqual({
    kind: 'success',
    text: 'Compared with the service: 2 match.',
    detail: null
  })
  expect(summary({ same: 2, differs: 1 }).kind).toBe('warning')
  expect(summary({ gone: 1 }).kind).toBe('information')
  expect(summary({ failed: 1 }, 0, 'No.')).toEqual({
    kind: 'warning',
    text: 'Compared with the service: 1 was not compared.',
    detail: 'No.'
  })
  expect(summary({}).text).toBe('No statement was compared with the service.')
  expect(summary({}).kind).toBe('information')
  expect(uncomparedSentence(totalsOf([]), '1,234.56')).toBeNull()
  expect(uncomparedSentence({ ...totalsOf([]), uncompared: 1 }, '1,234.56')).toBe(
    'Totals include 1 statement that was not compared with the service.'
  )
  expect(comparisonText(someRow(), 'utc')).toBe('not since it was fetched')
  expect(comparisonText(someRow({ uncompared: true }), 'utc')).toBe('not yet')
  expect(
    comparisonText(someRow({ comparison: { at: Date.UTC(2026, 10, 22), result: 'gone' } }), 'utc')
  ).toMatch(/^2026-11-22 .*: no longer offered by the service$/)
})
