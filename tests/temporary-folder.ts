import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** All temporary files of a run are in one folder, which is removed after it. */
export default function setUp() {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadline-test-'))
  // For tests that act as another user.
  chmodSync(folder, 0o755)
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
