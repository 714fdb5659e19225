import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import type { CopyVerification, Verification, Wanted } from '#shared/contract/records/statements/index'
import { copyText } from '#renderer/records/statements/copy-words'
import { pendingText, unfinishedText } from '#renderer/records/statements/troubles'
import { noStatements } from '../support/fake-records'
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
const stateOf = (all: readonly Wanted[]) => ({ ...noStatements, ...partOf(all) })
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
const copy = { folder: '/mnt/b', inStep: 2, behind: 0, running: false, lastAt: null, fault: null }

describe('what is not here yet', () => {
  it('is told calmly where the service is still at work, and apart from what went wrong', async () => {
    const { main } = await show('#/statements', withRows([someRow()], partOf([wanted(true), wanted(false)])))
    const calm = await screen.findByText(
      '1 statement is not ready yet (USDC 2026-10): the service is still preparing it. Ask again later.'
    )
    expect(calm.closest('.note')?.className).toContain('information')
    const amiss = screen.getByText('1 statement is not complete. The disk with /a is full.')
    expect(amiss.closest('.note')?.className).toContain('warning')
    await fireEvent.click(screen.getByRole('button', { name: 'Ask again' }))
    expect(main.payloads('statements.refetch')).toEqual([{ which: 'pending' }])
    await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(main.payloads('statements.refetch')[1]).toEqual({ which: 'failed' })
    await fireEvent.click(screen.getByRole('button', { name: 'Forget them' }))
    expect(main.payloads('statements.cancelRequests')).toEqual([{ which: 'failed' }])
    await fireEvent.click(screen.getByRole('button', { name: 'Do not ask again' }))
    await waitFor(() => expect(main.payloads('statements.cancelRequests')[1]).toEqual({ which: 'pending' }))
  })

  it('is put into words by what it is', () => {
    expect([pendingText(noStatements, '1,234.56'), unfinishedText(noStatements, '1,234.56')]).toEqual([
      null,
      null
    ])
    expect(unfinishedText(stateOf([wanted(true)]), '1,234.56')).toBeNull()
    expect(pendingText(stateOf([wanted(false)]), '1,234.56')).toBeNull()
    expect(pendingText(stateOf([wanted(true), wanted(true, { id: '2' })]), '1,234.56')).toBe(
      '2 statements are not ready yet: the service is still preparing them. Ask again later.'
    )
    const several = stateOf([
      wanted(false),
      wanted(false, { id: '2', sentence: 'Another one.' }),
      wanted(true)
    ])
    expect(unfinishedText(several, '1,234.56')).toBe(
      '2 statements are not complete. Each of them has its own reason.'
    )
  })
})

describe('what became of the second copy', () => {
  it('is told with what was done about it, and only while there is that copy', () => {
    const altered = inCopy({ altered: 1, unaltered: 3, mended: true })
    expect(copyText(altered, copy, '1,234.56')).toBe(
      'In the second copy 1 file was altered. It was put right from the archive. What was altered is kept beside it.'
    )
    expect(copyText(altered, null, '1,234.56')).toBeNull()
    expect(copyText(altered, { ...copy, folder: '/mnt/c' }, '1,234.56')).toBeNull()
    expect(copyText(inCopy({}), copy, '1,234.56')).toBeNull()
    expect(copyText(inCopy({ altered: 2, missing: 1 }), copy, '1,234.56')).toBe(
      'In the second copy 2 files were altered and 1 file was missing. It was not put right yet.'
    )
    expect(copyText(inCopy({ unreadable: 1 }), copy, '1,234.56')).toBe(
      'In the second copy 1 file was unreadable. It was not put right yet.'
    )
    expect(copyText(inCopy({ sentence: 'The drive is away.' }), copy, '1,234.56')).toBe('The drive is away.')
  })

  it('stands in the list of what is not as it was, under its own head', async () => {
    const place = `${someRow().key}/USDP-2026-10.csv`
    const verification = inCopy({ altered: 1, faults: [{ place, state: 'altered' }], mended: true })
    await show('#/statements', withRows([someRow()], { verification, copy }))
    await fireEvent.click(await screen.findByRole('button', { name: 'Which ones…' }))
    expect(await screen.findByRole('heading', { name: 'In the second copy' })).toBeTruthy()
    expect(screen.getByText(place)).toBeTruthy()
  })
})
