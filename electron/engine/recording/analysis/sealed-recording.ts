import path from 'node:path'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import type { SealedRecording } from '#shared/contract/recording/analysis'
import { segmentTime } from '../log/segments'
import { parquetFolderOf } from '../parquet/locations'
import { readSealed, type Sealed } from '../parquet/manifest'
import { inOrder } from './sealed-parts'

const million = 1_000_000n
/** Files that are looked into for the last time. */
const maxFiles = 200

/** The sealed part of a log; null if there is none. */
export async function sealedRecording(log: string): Promise<SealedRecording | null> {
  const folder = parquetFolderOf(log)
  const sealed = inOrder(await readSealed(folder)).filter(({ files }) => files.length > 0)
  const [first, last] = [sealed[0], sealed.at(-1)]
  if (!first || !last) return null
  const from = segmentTime(first.segments[0]!.name)
  return { from, to: Math.max(from, await endOf(folder, last)), markets: marketsOf(sealed) }
}

/** Of the last row, by the statistics of the files. */
async function endOf(folder: string, { files }: Sealed): Promise<number> {
  let end = 0n
  for (const { name } of files.slice(0, maxFiles)) {
    const buffer = await asyncBufferFromFile(path.join(folder, name)).catch(() => null)
    if (!buffer) continue
    for (const { columns } of (await parquetMetadataAsync(buffer)).row_groups) {
      const facts = columns.find(
        ({ meta_data: each }) => each?.path_in_schema[0] === 'received_ns'
      )?.meta_data
      const max = facts?.statistics?.max_value
      if (typeof max === 'bigint' && max > end) end = max
    }
  }
  return Number(end / million)
}

const folderPattern = /\/market=([^/~]+)\//

/** Very long names are not in the names of files. */
function marketsOf(sealed: readonly Sealed[]): string[] {
  const names = new Set(
    sealed.flatMap(({ files }) => files.flatMap(({ name }) => folderPattern.exec(name)?.[1] ?? []))
  )
  return [...names].flatMap(decoded).sort()
}

function decoded(name: string): string[] {
  try {
    return [decodeURIComponent(name)]
  } catch {
    return []
  }
}
