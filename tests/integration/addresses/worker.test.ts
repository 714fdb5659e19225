import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { startWorker } from '#engine/records/addresses/index'
import { inOrder, question, recordsOf } from '../../unit/engine/records/addresses/desk'
import { freshFolder } from '../support/folder'
import { connect, openAddresses } from './desk'

async function builtEntry(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: path.resolve('electron/engine/records/addresses/worker/entry.ts'),
      target: 'node20.18',
      outDir: folder,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: 'entry.mjs' } }
    }
  })
  return path.join(folder, 'entry.mjs')
}

test('loads, searches, exports and saves in a separate thread', async () => {
  const folder = await freshFolder()
  const start = startWorker(await builtEntry(path.join(folder, 'built')))
  const service = await connect({ addresses: 1500 })
  const records = inOrder(recordsOf(1500))
  const desk = await openAddresses(folder, () => service, { start })
  await desk.addresses.keepOnDisk(true)
  await desk.addresses.loadEverything()
  await desk.settled()
  const ids = records.map(({ id }) => id)
  expect(await desk.idsOf(question())).toEqual(ids)
  const wanted = records[700]!
  expect(await desk.idsOf(question(wanted.address.slice(2, 12).toUpperCase()))).toContain(wanted.id)
  await desk.addresses.ask('table', 1, question('', { networks: ['BITCOIN'] }))
  await desk.addresses.export({
    view: 'table',
    file: path.join(folder, 'bitcoin.json'),
    format: 'json',
    partial: false
  })
  await expect.poll(() => desk.addresses.state.export?.phase).toBe('done')
  const count = records.filter(({ network }) => network === 'BITCOIN').length
  expect(desk.addresses.state.export).toMatchObject({ rows: count, written: count })
  await expect(desk.addresses.detail('none')).rejects.toThrow('no longer loaded')
  await desk.addresses.dispose()
  const again = await openAddresses(folder, () => null, { start })
  expect(await again.idsOf(question())).toEqual(ids)
  await again.addresses.dispose()
  await service.close()
})

test('reports a crashed thread and restarts on the next query', async () => {
  const folder = await freshFolder()
  const entry = path.join(folder, 'ends.mjs')
  await writeFile(
    entry,
    `import { parentPort } from 'node:worker_threads'
     parentPort.on('message', ({ id, method }) => {
       if (method === 'detail') process.exit(3)
       const value = method === 'open' ? { phase: 'ready', sentence: 'Ready.', networks: [], savedFilters: [] } : null
       parentPort.postMessage({ kind: 'answer', id, result: { ok: true, value } })
     })`
  )
  const { addresses } = await openAddresses(folder, () => null, { start: startWorker(entry) })
  expect(addresses.state.phase).toBe('ready')
  await expect(addresses.detail('x')).rejects.toThrow('The address store stopped')
  expect(addresses.state).toMatchObject({ phase: 'failed', everything: { begun: false } })
  expect(addresses.state.sentence).toContain('must be loaded again')
  expect(await addresses.slice('view', 0, 1)).toBeNull()
  await addresses.opened()
  expect(addresses.state.phase).toBe('ready')
  await addresses.dispose()
})
