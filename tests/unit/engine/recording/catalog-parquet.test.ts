import { rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Catalog } from '#engine/recording/catalog/catalog'
import { listSegments } from '#engine/recording/log/segments'
import { sealLog } from '#engine/recording/parquet/seal'
import { freshFolder } from '../../../integration/support/folder'
import { exactLog } from '../../../integration/recording/parquet/exact-log'
import { staleAfter, writeLog } from '../../../integration/support/written-log'
import { FuzzRandom } from '../../shared/wire/fuzz/random'

const id = 'environment=production/service=20df12314ad4'
const signal = new AbortController().signal

test('lists a connection of which only Parquet is left', async () => {
  const root = await freshFolder()
  const log = path.join(root, ...id.split('/'), 'log')
  const random = new FuzzRandom(7)
  await writeLog(log, exactLog(random, 300), { random, segment: 60 })
  await sealLog(log, { staleAfter: () => staleAfter })
  const read = () => new Catalog(root).read({ signal, onProgress: () => {} })
  const [whole] = await read()
  for (const file of await listSegments(log)) await rm(file)
  const [left, ...others] = await read()
  expect(left).toMatchObject({ id, days: [] })
  expect(left!.parquet.bytes).toBeGreaterThan(0)
  expect(left!.parquet).toEqual(whole!.parquet)
  expect(others).toEqual([])
  await rm(path.join(root, ...id.split('/'), 'parquet'), { recursive: true })
  expect(await read()).toEqual([])
})
