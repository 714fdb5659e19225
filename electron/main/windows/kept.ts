import * as v from 'valibot'
import { mayWrite, readJsonOrSetAside, writeAtomically, writeAtomicallyNow } from '../../engine/files'
import { views, viewSchema } from '../../shared/contract/views'

const pixels = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000))
const windowSchema = v.object({
  // A view that this Leadline does not know (yet, or any more) must not cost the window its place.
  view: v.fallback(viewSchema, views[0]),
  bounds: v.object({ x: pixels, y: pixels, width: pixels, height: pixels }),
  display: v.number(),
  maximised: v.boolean()
})
export type KeptWindow = v.InferOutput<typeof windowSchema>

const version = 1
const fileSchema = v.object({
  version: v.literal(version),
  windows: v.pipe(v.array(windowSchema), v.maxLength(20))
})

/** `windows.json`: how the desk looked when it was last left. */
export interface KeptWindows {
  readonly atStart: readonly KeptWindow[]
  readonly notice: string | null
  readonly save: (windows: readonly KeptWindow[]) => Promise<void>
  readonly saveNow: (windows: readonly KeptWindow[]) => void
}

export async function readKeptWindows(file: string, now?: () => Date): Promise<KeptWindows> {
  const reading = await readJsonOrSetAside(file, {
    schema: fileSchema,
    title: 'window places',
    newest: version,
    ...(now && { now })
  })
  const writable = mayWrite(reading)
  const text = (windows: readonly KeptWindow[]) => `${JSON.stringify({ version, windows }, null, 2)}\n`
  return {
    atStart: reading.state === 'read' ? reading.value.windows : [],
    notice: 'notice' in reading ? reading.notice : null,
    save: async (windows) => {
      if (writable) await writeAtomically(file, text(windows))
    },
    saveNow: (windows) => {
      if (writable) writeAtomicallyNow(file, text(windows))
    }
  }
}
