import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetRead,
  type FileMetaData,
  type RowGroup
} from 'hyparquet'
import { compressors } from '../parquet/check-file'

/** Columns of a row group. Whole numbers are bigints, decimals the bytes that they are stored as. */
export type ColumnData = ArrayLike<unknown>

interface ReadOptions {
  readonly signal: AbortSignal
}

/** Columns of a file, a row group at a time; other work gets its turn between columns. */
export async function* readColumns<Name extends string>(
  file: string,
  names: readonly Name[],
  { signal }: ReadOptions
): AsyncGenerator<Readonly<Record<Name, ColumnData>>> {
  const buffer = await asyncBufferFromFile(file)
  const metadata = withStoredDecimals(await parquetMetadataAsync(buffer))
  let start = 0
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows)
    const columns = {} as Record<Name, ColumnData>
    for (const name of names) {
      await nextTurn()
      signal.throwIfAborted()
      if (isEmpty(group, name)) {
        columns[name] = Array.from({ length: end - start }, () => null)
        continue
      }
      const chunks: ColumnData[] = []
      await parquetRead({
        file: buffer,
        metadata,
        columns: [name],
        rowStart: start,
        rowEnd: end,
        compressors,
        onChunk: ({ columnData }) => void chunks.push(columnData)
      })
      columns[name] = chunks.length === 1 ? chunks[0]! : chunks.flatMap((chunk) => Array.from(chunk))
    }
    yield columns
    start = end
  }
}

/** Texts beside decimals mostly are. */
function isEmpty(group: RowGroup, name: string): boolean {
  const facts = group.columns.find(({ meta_data: each }) => each?.path_in_schema[0] === name)?.meta_data
  return facts?.statistics?.null_count !== undefined && facts.statistics.null_count === facts.num_values
}

/** The reader would make doubles of them. */
const withStoredDecimals = (metadata: FileMetaData): FileMetaData => ({
  ...metadata,
  schema: metadata.schema.map(({ converted_type: type, ...element }) =>
    type === undefined || type === 'DECIMAL' ? element : { ...element, converted_type: type }
  )
})
