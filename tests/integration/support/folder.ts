import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Removed after the run. */
export const freshFolder = () => mkdtemp(path.join(tmpdir(), 'leadline-test-'))
