import { expect, test } from 'vitest'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive } from './opened'
import { id } from './support'

test('sends windows the problems without the facts behind them', async () => {
  const archive = await openArchive(await freshFolder())
  archive.fetch(id(1))
  await archive.fetched()
  await archive.verify()
  const { copy, verification, ...state } = archive.state()
  const facts = ['fault', 'readOnly', 'notice', 'gone', 'list', 'verifyFailed']
  expect(Object.keys(state).filter((name) => facts.includes(name))).toEqual([])
  expect(copy).toBeNull()
  expect(verification).toEqual({
    at: archive.facts().verification!.at,
    files: 2,
    isClean: true,
    hasCopy: false
  })
  await archive.dispose()
})
