import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { runKills } from './statements-kills'

test('verifies all complete statements after five kills of the writer, without losses or debris', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-writer-'))
  try {
    await build({
      root: path.resolve(import.meta.dirname, '../..'),
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: path.join(import.meta.dirname, 'statements-writer.ts'),
        target: 'node20.18',
        outDir: folder,
        minify: false,
        rollupOptions: { output: { entryFileNames: 'writer.mjs' } }
      }
    })
    const result = await runKills({
      writer: path.join(folder, 'writer.mjs'),
      kills: 5,
      untilInterrupted: true
    })
    expect(result.faults).toEqual([])
    // Some kills must interrupt a statement.
    expect(result.interrupted).toBeGreaterThan(0)
    expect(result.statements).toBeGreaterThan(0)
    expect(result.files).toBeGreaterThanOrEqual(result.statements)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
