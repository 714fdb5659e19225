import * as v from 'valibot'
import { JsonStore, type JsonStorePorts } from '#engine/base/files/index'
import type { SavedArrangement } from './arrangements'
import { contentSchema } from './content'
import { noStoppedPanels, type StoppedPanels } from './panel-guard'
import { workspaceText } from '#shared/messages/workspace'

const pixels = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000))
const placement = {
  bounds: v.object({ x: pixels, y: pixels, width: pixels, height: pixels }),
  display: v.number(),
  maximised: v.boolean()
}
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const windowSchema = v.object({
  key,
  content: contentSchema,
  onTop: v.boolean(),
  fullScreen: v.optional(v.boolean(), false),
  ...placement
})
export type SavedWindow = v.InferOutput<typeof windowSchema>

const maxWindows = 500
const schema = v.object({
  windows: v.pipe(v.array(windowSchema), v.maxLength(maxWindows)),
  /** An unreadable arrangement must not affect the windows. */
  arrangements: v.fallback(
    v.array(v.object({ displays: v.string(), places: v.record(key, v.object(placement)) })),
    []
  ),
  panels: v.fallback(
    v.optional(v.object({ careful: v.boolean(), stopped: v.pipe(v.array(key), v.maxLength(maxWindows)) })),
    undefined
  )
})

/** The last window layout. */
export interface SavedLayout {
  readonly windows: readonly SavedWindow[]
  readonly arrangements: readonly SavedArrangement[]
}

/** `windows.json` */
export interface SavedWindows {
  readonly atStart: SavedLayout
  readonly panelsAtStart: StoppedPanels
  readonly notice: string | null
  readonly save: (desk: SavedLayout, panels?: StoppedPanels) => void
  /** For exit; throws on failure. */
  readonly saveNow: (desk: SavedLayout, panels?: StoppedPanels) => void
  readonly dispose: () => Promise<void>
}

export async function readSavedWindows(ports: JsonStorePorts): Promise<SavedWindows> {
  const store = await JsonStore.open<v.InferOutput<typeof schema>>({
    ...ports,
    schema,
    version: 2,
    title: workspaceText.windowLayout,
    initial: { windows: [], arrangements: [] }
  })
  const { windows, arrangements, panels } = store.value
  const content = (desk: SavedLayout, { careful, stopped }: StoppedPanels) => ({
    windows: [...desk.windows],
    arrangements: [...desk.arrangements],
    panels: careful || stopped.length > 0 ? { careful, stopped: [...stopped] } : undefined
  })
  return {
    atStart: { windows, arrangements },
    panelsAtStart: panels ?? noStoppedPanels,
    notice: store.notice,
    save: (desk, kept = noStoppedPanels) => void store.update(content(desk, kept)),
    saveNow(desk, kept = noStoppedPanels) {
      store.updateSoon(content(desk, kept))
      store.saveNow()
    },
    dispose: () => store.dispose()
  }
}
