import { statfs } from 'node:fs/promises'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'

export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Fails before anything is written. */
export async function needSpace(folder: string, bytes: number, free = freeSpace): Promise<void> {
  const found = await free(folder)
  if (found < bytes)
    throw fail('recording.space', recordingText.noSpace(folder, bytes, found), { retryable: true })
}
