import { gunzipSync } from 'node:zlib'
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead, type FileMetaData } from 'hyparquet'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { digestOfFile } from '../../base/files'
import type { Written } from './parquet-file'
import { columnsOf, type Table } from './tables'

export const compressors = { GZIP: (page: Uint8Array) => gunzipSync(page) }

/** Reads a file back, a row group at a time; throws if it is not what was written. */
export async function checkFile(file: string, table: Table, written: Written): Promise<void> {
  const isRight =
    (await digestOfFile(file)) === written.sha256 && (await hasRows(file, table, written).catch(() => false))
  if (!isRight) throw fail('recording.not-sealed', recordingText.notSealed(file))
}

async function hasRows(file: string, table: Table, { rows, firstSeq, lastSeq }: Written): Promise<boolean> {
  const buffer = await asyncBufferFromFile(file)
  const metadata = await parquetMetadataAsync(buffer)
  const counts = new Map<string, number>()
  const seqs: bigint[] = []
  let start = 0
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows)
    await parquetRead({
      file: buffer,
      metadata,
      rowStart: start,
      rowEnd: end,
      compressors,
      onChunk({ columnName, columnData }) {
        counts.set(columnName, (counts.get(columnName) ?? 0) + columnData.length)
        if (columnName === 'seq') seqs.push(columnData[0] as bigint, columnData.at(-1) as bigint)
      }
    })
    start = end
  }
  const isWhole = columnsOf(table).every(({ name }) => counts.get(name) === rows)
  const isInOrder = seqs.every((seq, index) => index === 0 || seqs[index - 1]! <= seq)
  return isWhole && isInOrder && rowsOf(metadata) === rows && seqs[0] === firstSeq && seqs.at(-1) === lastSeq
}

const rowsOf = ({ num_rows }: FileMetaData) => Number(num_rows)
