import { addressText } from '#shared/messages/addresses'
import { rename, stat } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import {
  addressFiltersSchema,
  maxFilterNameLength,
  maxLabelLength
} from '#shared/contract/records/addresses/index'
import { JsonStore } from '#engine/base/files/index'

const labelSchema = v.pipe(v.string(), v.maxLength(maxLabelLength))
const filterSchema = v.object({
  id: v.string(),
  name: v.pipe(v.string(), v.maxLength(maxFilterNameLength)),
  filters: addressFiltersSchema,
  order: v.picklist(['DESC', 'ASC'])
})
const previousSchema = v.object({
  service: v.string(),
  id: v.string(),
  address: v.string(),
  network: v.string(),
  at: v.pipe(v.number(), v.finite())
})
const schema = v.object({
  keepOnDisk: v.boolean(),
  labels: v.record(v.string(), labelSchema),
  filters: v.array(filterSchema),
  /** Addresses that were replaced under the same ID, until the user acknowledges it; of every service. */
  former: v.optional(v.array(previousSchema), [])
})
export type PreviousAddress = v.InferOutput<typeof previousSchema>
export type NotesFile = JsonStore<v.InferOutput<typeof schema>>

/** `notes.json`: the labels and saved filters of one connection. */
export async function openNotesFile(folder: string): Promise<NotesFile> {
  const file = path.join(folder, 'notes.json')
  // Its name in data folders from before the first release.
  if (!(await stat(file).catch(() => null)))
    await rename(path.join(folder, 'book.json'), file).catch(() => {})
  return JsonStore.open({
    file,
    schema,
    version: 1,
    title: addressText.notes.title,
    initial: { keepOnDisk: false, labels: {}, filters: [], former: [] },
    salvage
  })
}

/** An unreadable label or filter must not affect the others. */
function salvage(damaged: Record<string, unknown>) {
  const labels = v.safeParse(v.record(v.string(), v.unknown()), damaged['labels'])
  const found = Object.entries(labels.success ? labels.output : {})
  const listOf = (name: string, entry: v.GenericSchema) => {
    const list: unknown = damaged[name]
    return Array.isArray(list) ? list.filter((each) => v.is(entry, each)) : []
  }
  const content = {
    keepOnDisk: damaged['keepOnDisk'] === true,
    labels: Object.fromEntries(found.filter(([, label]) => v.is(labelSchema, label))),
    filters: listOf('filters', filterSchema),
    former: listOf('former', previousSchema)
  }
  return { content, lost: addressText.notes.lost }
}
