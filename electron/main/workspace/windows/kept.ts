import * as v from 'valibot'
import { JsonStore, type JsonStorePorts } from '#engine/base/files/index'
import type { KeptArrangement } from './arrangements'
import { contentSchema } from './content'
import { noKeptPanels, type KeptPanels } from './panel-guard'
import { workspaceText } from '#shared/messages/workspace'

const pixels = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000))
const place = {
  bounds: v.object({ x: pixels, y: pixels, width: pixels, height: pixels }),
  display: v.number(),
  maximised: v.boolean()
}
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const windowSchema = v.object({
  /** Its name in arrangements. */
  key,
  content: contentSchema,
  onTop: v.boolean(),
  fullScreen: v.optional(v.boolean(), false),
  ...place
})
export type KeptWindow = v.InferOutput<typeof windowSchema>

const maxWindows = 500
const schema = v.object({
  windows: v.pipe(v.array(windowSchema), v.maxLength(maxWindows)),
  /** The bounds on each arrangement of displays; unreadable ones cost no window. */
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
  readonly save: (desk: KeptDesk, panels?: KeptPanels) => void
  /** For the end of the app; throws where that fails. */
  readonly saveNow: (desk: KeptDesk, panels?: KeptPanels) => void
  readonly dispose: () => Promise<void>
}

export async function readKeptWindows(ports: JsonStorePorts): Promise<KeptWindows> {
  const store = await JsonStore.open<v.InferOutput<typeof schema>>({
    ...ports,
    schema,
    version: 2,
    title: workspaceText.windowLayout,
    initial: { windows: [], arrangements: [] }
  })
  const { windows, arrangements, panels } = store.value
  const content = (desk: KeptDesk, { careful, stopped }: KeptPanels) => ({
    windows: [...desk.windows],
    arrangements: [...desk.arrangements],
    panels: careful || stopped.length > 0 ? { careful, stopped: [...stopped] } : undefined
  })
  return {
    atStart: { windows, arrangements },
    panelsAtStart: panels ?? noKeptPanels,
    notice: store.notice,
    save: (desk, kept = noKeptPanels) => void store.update(content(desk, kept)),
    saveNow(desk, kept = noKeptPanels) {
      store.updateSoon(content(desk, kept))
      store.saveNow()
    },
    dispose: () => store.dispose()
  }
}
