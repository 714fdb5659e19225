import { mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { evidenceLimits } from '#shared/contract/market/alerts'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { freeSpace, needSpace } from '../free-space'

const gigabyte = 1e9
/** As the recording leaves. */
const minFree = gigabyte

/** Fails once the evidence that alerts kept fills its folder, so that a repeating alert cannot fill the disk. */
export async function needRoom(folder: string, free = freeSpace): Promise<void> {
  await mkdir(folder, { recursive: true })
  const sizes = (await readdir(folder)).map((name) => stat(path.join(folder, name)).then(({ size }) => size))
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  const { gigabytes } = evidenceLimits
  if (bytes >= gigabytes * gigabyte)
    throw fail('evidence.full', recordingText.evidence.full(folder, gigabytes * gigabyte))
  await needSpace(folder, minFree, free)
}
