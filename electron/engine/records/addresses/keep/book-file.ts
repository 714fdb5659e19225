import * as v from 'valibot'
import {
  addressFiltersSchema,
  maxFilterNameLength,
  maxLabelLength,
  type SavedAddressFilter
} from '#shared/contract/records/addresses'
import { mayWrite, readJsonOrSetAside, WholeFile } from '#engine/base/files/index'

const newest = 1

const labelsSchema = v.record(v.string(), v.pipe(v.string(), v.maxLength(maxLabelLength)))
const filterSchema = v.object({
  id: v.string(),
  name: v.pipe(v.string(), v.maxLength(maxFilterNameLength)),
  filters: addressFiltersSchema,
  order: v.picklist(['DESC', 'ASC'])
})
const formerSchema = v.object({
  service: v.string(),
  id: v.string(),
  address: v.string(),
  network: v.string(),
  at: v.pipe(v.number(), v.finite())
})
const schema = v.object({
  version: v.literal(newest),
  keepOnDisk: v.boolean(),
  labels: labelsSchema,
  filters: v.array(filterSchema),
  /** Addresses that became others under the same id, until somebody has said that they saw it. */
  former: v.optional(v.array(formerSchema), [])
})
export type FormerAddress = v.InferOutput<typeof formerSchema>

interface Book {
  readonly keepOnDisk: boolean
  readonly labels: readonly (readonly [string, string])[]
  readonly filters: readonly SavedAddressFilter[]
  /** Of all services that the connection was pointed to. */
  readonly former: readonly FormerAddress[]
}

const empty: Book = { keepOnDisk: false, labels: [], filters: [], former: [] }

export interface OpenBook {
  readonly book: Book
  /** How the file was found where that is to be shown, or why it is not written, or null. */
  readonly notice: () => string | null
  readonly write: (book: Book) => Promise<void>
  /** What could not be written is tried once more. */
  readonly dispose: () => Promise<void>
}

/** `book.json`: what a person has made of the addresses of one connection. It is always kept. */
export async function openBook(file: string): Promise<OpenBook> {
  const reading = await readJsonOrSetAside(file, {
    schema,
    title: 'address labels and filters',
    newest,
    mend: readable
  })
  const notice = 'notice' in reading ? reading.notice : null
  const found = reading.state === 'read' || reading.state === 'mended' ? reading.value : null
  const start: Book = found ? { ...found, labels: Object.entries(found.labels) } : empty
  let book = start
  let isWritten = false
  const content = () => ({ ...book, version: newest, labels: Object.fromEntries(book.labels) })
  const whole = new WholeFile(
    { file, changed: () => {} },
    { title: 'address labels and filters', content, notice, writable: mayWrite(reading) }
  )
  return {
    book: start,
    notice: () => whole.notKept ?? (isWritten ? null : notice),
    async write(next) {
      book = next
      await whole.write()
      isWritten = true
    },
    dispose: () => whole.dispose()
  }
}

/** Each label and each filter that can be read is kept, whatever became of the others. */
function readable(damaged: Record<string, unknown>) {
  const record = v.safeParse(v.record(v.string(), v.unknown()), damaged['labels'])
  const labels = Object.entries(record.success ? record.output : {}).filter(
    ([, text]) => typeof text === 'string' && text.length <= maxLabelLength
  )
  const list: readonly unknown[] = Array.isArray(damaged['filters']) ? damaged['filters'] : []
  const filters = list.filter((filter) => v.is(filterSchema, filter))
  const content = {
    version: newest,
    keepOnDisk: damaged['keepOnDisk'] === true,
    labels: Object.fromEntries(labels),
    filters,
    former: (Array.isArray(damaged['former']) ? damaged['former'] : []).filter((one) =>
      v.is(formerSchema, one)
    )
  }
  return { content, lost: 'some labels or saved filters could not be read' }
}
