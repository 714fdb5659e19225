import path from 'node:path'
import type { Disk } from '../disk/disk'
import { digestOf } from '../disk/files'
import type { SidecarFile } from '../layout/sidecar'
import { folderOf, type FileFault } from '../store/scan'
import { isUnreadable, whileReading } from './unreadable'

type FoundState = FileFault['state'] | 'unreadable'

export interface FoundInFile {
  readonly name: string
  readonly state: FoundState
  readonly reason?: string
  /** The expected digest. */
  readonly sha256?: string
}

export interface JudgePorts {
  readonly disk: Disk
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
  /** Fails where it is not one file that cannot be read, but the whole folder that is away. */
  readonly expectLocation: () => Promise<unknown>
}

/** Reads every byte of the files of one statement; a fault of one does not hide the others. */
export async function judgeFiles(
  { disk, signal, onBytes, expectLocation }: JudgePorts,
  root: string,
  key: string,
  files: readonly SidecarFile[]
): Promise<readonly FoundInFile[]> {
  const found: FoundInFile[] = []
  for (const { name, sha256, bytes } of files) {
    signal.throwIfAborted()
    const file = path.join(folderOf(root, key), name)
    try {
      const state = await whileReading(name, signal, async () => {
        const size = await disk.size(file)
        if (size === null) return 'missing'
        if (size !== bytes) return 'altered'
        return (await digestOf(disk, file, { signal, onBytes })).sha256 === sha256 ? null : 'altered'
      })
      if (state !== null) found.push({ name, state, sha256 })
    } catch (thrown) {
      if (!isUnreadable(thrown)) throw thrown
      await expectLocation()
      found.push({ name, state: 'unreadable', reason: thrown.problem.sentence, sha256 })
    }
  }
  return found
}
