import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import type { Wanted } from '#shared/contract/records/statements/index'
import type { ArchiveFacts, CopyVerification, Verification } from '#engine/records/statements/facts'
import { problemsOf, rowProblemsOf } from '#engine/records/statements/problems'
import { noFacts } from '../support/fake-records'
import { show } from '../support/show'
import { someRow, withRows } from './some'

const wanted = (pending: boolean, part: Partial<Wanted> = {}): Wanted => ({
  id: pending ? '70e98f67-3b44-45d0-9062-be7cb271667a' : '0042c107-d59c-4507-a34a-def20abb1d92',
  sentence: pending ? 'The service is still preparing this statement.' : 'The disk with /a is full.',
  asset: 'USDC',
  month: '2026-10',
  pending,
  at: null,
  ...part
})
const partOf = (all: readonly Wanted[]) => ({
  wanted: all,
  requestCount: all.length,
  pendingCount: all.filter(({ pending }) => pending).length
})
const noCounts = {
  waiting: 0,
  asking: 0,
  loading: 0,
  saved: 0,
  present: 0,
  pending: 0,
  failed: 0,
  stopped: 0
}
const sentencesOf = (part: Partial<ArchiveFacts>) =>
  problemsOf({ ...noFacts, ...part }, rowProblemsOf([])).map(({ sentence }) => sentence)
const inCopy = (part: Partial<CopyVerification>): Verification => ({
  at: 1,
  files: 4,
  unaltered: 4,
  altered: 0,
  missing: 0,
  unknown: 0,
  faults: [],
  copy: {
    folder: '/mnt/b',
    files: 4,
    unaltered: 4,
    altered: 0,
    missing: 0,
    faults: [],
    mended: false,
    sentence: null,
    ...part
  }
})
const copy = { folder: '/mnt/b', inStep: 2, behind: 0, running: false, fault: null }

describe('pending statements', () => {
  it('show those in preparation separately from failures', async () => {
    const { main } = await show('#/statements', withRows([someRow()], partOf([wanted(true), wanted(false)])))
    const calm = await screen.findByText(
      '1 statement is not ready yet (USDC 2026-10): the service is still preparing it.'
    )
    expect(calm.closest('li')?.className).toContain('information')
    const amiss = screen.getByText('1 statement is not complete. The disk with /a is full.')
    expect(amiss.closest('li')?.className).toContain('warning')
    await fireEvent.click(screen.getByRole('button', { name: 'Ask again' }))
    expect(main.payloads('statements.refetch')).toEqual([{ which: 'pending' }])
    await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(main.payloads('statements.refetch')[1]).toEqual({ which: 'failed' })
    await fireEvent.click(screen.getByRole('button', { name: 'Stop asking' }))
    await waitFor(() => expect(main.payloads('statements.cancelRequests')).toEqual([{ which: 'pending' }]))
    await fireEvent.click(screen.getByRole('button', { name: 'Show' }))
    await fireEvent.click(await screen.findByRole('button', { name: 'Remove from list' }))
    await waitFor(() => expect(main.payloads('statements.cancelRequests')[1]).toEqual({ which: 'failed' }))
  })

  it('of an earlier fetch are listed below the last one', async () => {
    const saved = '185856cb-2279-4527-a0e9-125dc53e38cc'
    const item = { sentence: null, asset: 'USDG', month: '2026-09', key: null, files: [] }
    const run = {
      running: false,
      startedAt: 1,
      counts: { ...noCounts, saved: 1, pending: 1 },
      items: [
        { ...item, id: saved, state: 'saved' },
        { ...item, id: wanted(true).id, state: 'pending' }
      ]
    } as const
    const part = partOf([wanted(false), wanted(true)])
    const { main } = await show('#/statements', withRows([someRow()], { ...part, run }))
    await fireEvent.click(await screen.findByRole('button', { name: 'Show' }))
    const last = await screen.findByRole('region', { name: 'Statements being fetched' })
    expect(last.textContent).toContain(saved)
    const earlier = screen.getByRole('list', { name: 'Not complete' })
    expect(earlier.textContent).toContain(wanted(false).id)
    expect(earlier.textContent).toContain('The disk with /a is full.')
    expect(earlier.textContent).not.toContain(wanted(true).id)
    const dialog = within(screen.getByRole('dialog', { name: 'Fetch statements by ID' }))
    await fireEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(main.payloads('statements.refetch')).toEqual([{ which: 'failed' }])
    expect(dialog.getByRole('button', { name: 'Remove from list' })).toBeTruthy()
  })

  it('are described by their kind', () => {
    expect(sentencesOf({})).toEqual([])
    expect(sentencesOf(partOf([wanted(true), wanted(true, { id: '2' })]))).toEqual([
      '2 statements are not ready yet: the service is still preparing them.'
    ])
    expect(
      sentencesOf(partOf([wanted(false), wanted(false, { id: '2', sentence: 'Another one.' })]))
    ).toEqual(['2 statements are not complete. The reasons differ.'])
  })
})

describe('the check of the second copy', () => {
  it('reports findings and repairs, only while there is a copy', () => {
    const sentences = (part: Partial<CopyVerification>, now: typeof copy | null = copy) =>
      sentencesOf({ verification: inCopy(part), copy: now })
    const altered = { altered: 1, unaltered: 3, mended: true }
    expect(sentences(altered)).toEqual([
      'In the second copy, 1 file was altered. The archive’s version was copied again. The altered version was kept beside it.'
    ])
    expect(sentences(altered, null)).toEqual([])
    expect(sentences(altered, { ...copy, folder: '/mnt/c' })).toEqual([])
    expect(sentences({})).toEqual([])
    expect(sentences({ altered: 2, missing: 1 })).toEqual([
      'In the second copy, 2 files were altered and 1 file was missing. It has not been repaired yet.'
    ])
    expect(sentences({ unreadable: 1 })).toEqual([
      'In the second copy, 1 file was unreadable. It has not been repaired yet.'
    ])
    expect(sentences({ sentence: 'The drive is away.' })).toEqual(['The drive is away.'])
  })

  it('names its files in the details', async () => {
    const place = `${someRow().key}/USDP-2026-10.csv`
    const verification = inCopy({ altered: 1, faults: [{ place, state: 'altered' }], mended: true })
    await show('#/statements', withRows([someRow()], { verification, copy }))
    await fireEvent.click(await screen.findByRole('button', { name: 'Details' }))
    expect(screen.getByText(place)).toBeTruthy()
  })
})
