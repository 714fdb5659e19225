import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

const memory = '/dev/shm'
const prefix = 'leadline-test-'
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }
const gigabyte = 2 ** 30
/** In milliseconds. */
const maxRun = 3_600_000

/**
 * All temporary files of a run are in one folder, which is removed after it. That of unit and view tests is in memory,
 * if there is room: they prove what is written, and the other tests prove that it reaches a real disk.
 */
export default function setUp({ vitest }: TestProject) {
  const needsDisk = vitest.projects.some(({ name }) => name !== 'unit' && name !== 'view')
  const folder = (needsDisk ? null : folderInMemory()) ?? mkdtempSync(path.join(tmpdir(), prefix))
  // For tests that act as another user.
  chmodSync(folder, 0o755)
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  return () => rmSync(folder, removal)
}

/** Null unless there is room for gigabytes, also for programs. */
function folderInMemory(): string | null {
  let folder: string | null = null
  try {
    removeLeftovers()
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < 4 * gigabyte) return null
    folder = mkdtempSync(path.join(memory, prefix))
    const program = path.join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    if (spawnSync(program).status === 0) return folder
  } catch {
    // Not Linux, or not allowed.
  }
  if (folder !== null) rmSync(folder, removal)
  return null
}

/** Of own runs that were killed, because memory is scarcer than disk. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    const leftover = path.join(memory, name)
    if (!name.startsWith(prefix)) continue
    const { uid, mtimeMs } = statSync(leftover)
    if (uid === process.getuid?.() && mtimeMs < Date.now() - maxRun) rmSync(leftover, removal)
  }
}
