import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { StatementRow } from '#shared/contract/records/statements/index'
import type { Verification } from '#engine/records/statements/facts'
import { fail } from '#shared/domain/base/problem'
import { summaryText } from '#renderer/records/statements/words'
import { dialog, show } from '../support/show'
import { someJob, someRow, stateWith, withRows } from './some'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400)
})

const copy = { folder: '/mnt/b', inStep: 2, behind: 0, running: false, fault: null }
const reason = 'The system reports a fault in reading it (EIO).'
const verified: Verification = {
  at: 1,
  files: 2,
  unaltered: 2,
  altered: 0,
  missing: 0,
  unknown: 0,
  faults: [],
  copy: null
}
function unreadable(): StatementRow {
  const row = someRow()
  const [pdf, csv] = row.files
  return { ...row, state: 'unreadable', files: [{ ...pdf!, state: 'unreadable', reason }, csv!] }
}

describe('unreadable or unreliable files', () => {
  it('have a state of their own, with a reason in the drawer and the list', async () => {
    const faults = [{ place: `${someRow().key}/USDP-2026-10.pdf`, state: 'unreadable' as const, reason }]
    const verification = { ...verified, unaltered: 1, unreadable: 1, faults }
    await show(`#/statements/${someRow().id}`, withRows([unreadable()], { verification }))
    expect(await screen.findByText('1 file is unreadable.')).toBeTruthy()
    expect(await screen.findByText(/1 unreadable$/)).toBeTruthy()
    const drawer = within(await screen.findByRole('complementary', { name: 'USDP 2026-10' }))
    expect(drawer.getAllByText(reason)).toHaveLength(2)
    await fireEvent.click(screen.getByRole('button', { name: 'Details' }))
    expect(screen.getByText(`unreadable: ${reason}`)).toBeTruthy()
  })

  it('are reported if record and list disagree', async () => {
    const disagreement = 'Its own record and the list of the archive do not say the same.'
    await show(
      `#/statements/${someRow().id}`,
      withRows([{ ...someRow(), state: 'altered' as const, disagreement }])
    )
    const drawer = within(await screen.findByRole('complementary', { name: 'USDP 2026-10' }))
    expect(drawer.getByText(disagreement).getAttribute('role')).toBe('alert')
    const grid = within(screen.getByRole('grid', { name: 'Statements' }))
    expect(grid.getByText('altered').getAttribute('title')).toBe(disagreement)
  })

  it('include a changed list, which can be restored or, after a question, accepted', async () => {
    const list = { state: 'shortened' as const, sentence: 'The list has fewer lines than it had.' }
    const { main } = await show('#/statements', withRows([someRow()], { list, copy }))
    expect((await screen.findByText(list.sentence)).closest('[role=alert]')).not.toBeNull()
    expect(screen.getByText(/ · list changed$/)).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Restore from the second copy' }))
    expect(main.payloads('statements.restore')).toHaveLength(1)
    await fireEvent.click(screen.getByRole('button', { name: 'Accept the current list…' }))
    const asked = await dialog('Accept the current list?')
    expect(main.payloads('statements.acceptList')).toHaveLength(0)
    await fireEvent.click(asked.getByRole('button', { name: 'Accept the current list' }))
    expect(main.payloads('statements.acceptList')).toHaveLength(1)
  })

  it('include an automatic verification that did not finish', async () => {
    const verifyFailed = { at: 1_790_000_000_000, sentence: 'The drive does not answer.' }
    const { main } = await show('#/statements', withRows([someRow()], { verifyFailed }))
    await screen.findByText(/^The last automatic verification did not finish\. The drive does not answer\./)
    await fireEvent.click(screen.getByRole('button', { name: 'Verify again' }))
    expect(main.payloads('statements.verify')).toHaveLength(1)
  })
})

describe('disagreements of archive and copy', () => {
  const disagreeing = [someRow().key]
  it.each([
    [
      'Keep the archive’s version',
      'archive',
      /^The archive’s files replace those in the second copy\. .* “\.altered-” in its name\.$/
    ],
    [
      'Use the copy’s version',
      'copy',
      /^The copy’s files replace those in the archive, .* “\.altered-” in its name\.$/
    ]
  ])('are resolved only by the user: %s', async (name, take, said) => {
    const { main } = await show('#/statements', withRows([someRow()], { copy: { ...copy, disagreeing } }))
    await screen.findByText(/^1 statement differs between the archive and the second copy/)
    await fireEvent.click(screen.getByRole('button', { name: `${name}…` }))
    const asked = await dialog(`${name}?`)
    expect(asked.getByText(said)).toBeTruthy()
    expect(asked.getByText(disagreeing[0]!)).toBeTruthy()
    expect(main.payloads('statements.resolveCopy')).toHaveLength(0)
    await fireEvent.click(asked.getByRole('button', { name }))
    expect(main.payloads('statements.resolveCopy')).toEqual([{ take }])
  })

  it('are also reported from a verification, and not as a success', async () => {
    const before = { ...verified, at: 0 }
    const found = {
      folder: '/mnt/b',
      files: 2,
      unaltered: 2,
      altered: 0,
      missing: 0,
      faults: [],
      disagreeing,
      mended: false,
      sentence: null
    }
    const main = withRows([someRow()], { copy, verification: before })
    main.answers['statements.verify'] = () =>
      withRows([someRow()], { copy, verification: { ...verified, copy: found } }).statements
    await show('#/statements', main)
    await screen.findByRole('grid', { name: 'Statements' })
    await fireEvent.click(screen.getByRole('button', { name: 'Verify all' }))
    await screen.findByText(/^1 statement differs between/)
    expect(screen.queryByText(/all are as they were fetched/)).toBeNull()
  })
})

describe('a running job', () => {
  it('can be a restore with progress, and can be stopped', async () => {
    const job = someJob({ kind: 'restoring', done: 3, of: 1200 })
    const { main } = await show('#/statements', withRows([someRow()], { job, copy }))
    await screen.findByText('Restoring from the second copy: 3 of 1,200.')
    await fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    expect(main.payloads('statements.stop')).toEqual([{ kind: 'restoring' }])
  })

  it('reports no failure for a stopped restore, and lists incomplete restores', async () => {
    const main = withRows([someRow()], { gone: { count: 2, folders: ['a', 'b'] }, copy })
    const answers = [
      () => {
        throw fail('statements.stopped', 'It was stopped.')
      },
      () => ({ restored: 1, of: 2, sentence: 'One differs from the list.', state: main.statements })
    ]
    main.answers['statements.restore'] = () => answers.shift()!()
    await show('#/statements', main)
    const restore = await screen.findByRole('button', { name: 'Restore from the second copy' })
    await fireEvent.click(restore)
    await fireEvent.click(restore)
    await screen.findByText('1 of 2 statements were restored from the second copy.')
    expect(screen.getByText('One differs from the list.')).toBeTruthy()
    expect(screen.queryByText('It was stopped.')).toBeNull()
  })

  it('can be a switch to another archive', async () => {
    await show('#/statements', withRows([someRow()], { job: someJob({ kind: 'switching' }) }))
    await screen.findByText(/^Switching archives\. Statements fetched meanwhile are saved in the new/)
  })

  it('can be an export that lists missing statements', async () => {
    const main = withRows([someRow()])
    const incomplete = '2 statements of this period are missing.'
    main.answers['statements.export'] = () => ({ path: '/a.zip', statements: 1, files: 2, incomplete })
    const { desk } = await show('#/statements', main)
    await screen.findByRole('grid', { name: 'Statements' })
    desk.commands.run('statements.export')
    await fireEvent.click((await dialog('Export a period as ZIP')).getByRole('button', { name: 'Export…' }))
    await waitFor(() => expect(desk.toasts.list.at(-1)).toMatchObject({ kind: 'warning' }))
    expect(screen.getByText(/^2 statements of this period are missing\. After unpacking/)).toBeTruthy()
  })
})

it('claims in the header that all hashes match only when everything was verified', () => {
  const told = (verification: Verification | null) =>
    summaryText(stateWith([someRow()], { verification }), [someRow()], Date.now(), '1,234.56')
  expect(told(null)).toBe('1 statement · 2 files · each verified when fetched')
  expect(told(verified)).toBe('1 statement · 2 files · all hashes match')
})
