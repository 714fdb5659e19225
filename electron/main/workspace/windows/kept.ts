import * as v from 'valibot'
import { mayWrite, readJsonOrSetAside, writeAtomically, writeAtomicallyNow } from '#engine/base/files/index'
import type { KeptArrangement } from './arrangements'
import { contentSchema } from './content'
import { noKeptPanels, type KeptPanels } from './panel-guard'

const pixels = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000))
const place = {
  bounds: v.object({ x: pixels, y: pixels, width: pixels, height: pixels }),
  display: v.number(),
  maximised: v.boolean()
}
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const windowSchema = v.object({
  /** What arrangements call it. */
  key,
  content: contentSchema,
  onTop: v.boolean(),
  fullScreen: v.optional(v.boolean(), false),
  ...place
})
export type KeptWindow = v.InferOutput<typeof windowSchema>

const version = 2
const maxWindows = 500
const fileSchema = v.object({
  version: v.literal(version),
  windows: v.pipe(v.array(windowSchema), v.maxLength(maxWindows)),
  /** Places on each arrangement of displays. What cannot be read of them costs no window. */
  arrangements: v.fallback(
    v.array(v.object({ displays: v.string(), places: v.record(key, v.object(place)) })),
    []
  ),
  panels: v.fallback(
    v.optional(v.object({ careful: v.boolean(), stopped: v.pipe(v.array(key), v.maxLength(maxWindows)) })),
    undefined
  )
})

/** How the windows were when they were last left. */
export interface KeptDesk {
  readonly windows: readonly KeptWindow[]
  readonly arrangements: readonly KeptArrangement[]
}

/** `windows.json` */
export interface KeptWindows {
  readonly atStart: KeptDesk
  readonly panelsAtStart: KeptPanels
  readonly notice: string | null
  readonly save: (desk: KeptDesk, panels?: KeptPanels) => Promise<void>
  readonly saveNow: (desk: KeptDesk, panels?: KeptPanels) => void
}

export async function readKeptWindows(file: string, now?: () => Date): Promise<KeptWindows> {
  const reading = await readJsonOrSetAside(file, {
    schema: fileSchema,
    title: 'window places',
    newest: version,
    upgrade,
    ...(now && { now })
  })
  const writable = mayWrite(reading)
  const text = (desk: KeptDesk, panels: KeptPanels) => {
    const { careful, stopped } = panels
    const kept = { version, ...desk, ...((careful || stopped.length > 0) && { panels }) }
    return `${JSON.stringify(kept, null, 2)}\n`
  }
  return {
    atStart: reading.state === 'read' ? deskOf(reading.value) : { windows: [], arrangements: [] },
    panelsAtStart: (reading.state === 'read' && reading.value.panels) || noKeptPanels,
    notice: 'notice' in reading ? reading.notice : null,
    save: async (desk, panels = noKeptPanels) => {
      if (writable) await writeAtomically(file, text(desk, panels))
    },
    saveNow: (desk, panels = noKeptPanels) => {
      if (writable) writeAtomicallyNow(file, text(desk, panels))
    }
  }
}

const deskOf = ({ windows, arrangements }: v.InferOutput<typeof fileSchema>): KeptDesk => ({
  windows,
  arrangements
})

const olderSchema = v.looseObject({
  windows: v.array(v.looseObject({ view: v.optional(v.string()) }))
})

/** Before there were workspaces, every window was a desk with one of its views. */
function upgrade(older: Record<string, unknown>): unknown {
  const { windows } = v.parse(olderSchema, older)
  return {
    version,
    windows: windows.map(({ view, ...rest }, index) => ({
      ...rest,
      key: `desk ${index + 1}`,
      content: { kind: 'desk', view, workspace: null },
      onTop: false,
      fullScreen: false
    })),
    arrangements: []
  }
}
