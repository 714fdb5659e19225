import * as v from 'valibot'
import { call } from '../base/call'

const pixels = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(100_000))
/** An area of the page in CSS pixels. */
export const pageArea = v.object({ left: pixels, top: pixels, width: pixels, height: pixels })
export type PageArea = v.InferOutput<typeof pageArea>

const fileName = (ending: string) =>
  v.pipe(
    v.string(),
    v.maxLength(120),
    v.regex(/^[\w .()-]+$/),
    v.check((name) => name.endsWith(ending))
  )

/** `name` is the suggested file name; null if the user cancels. */
export const panelExportCalls = {
  copyPicture: call(v.object({ area: pageArea })).returns<null>(),
  savePicture: call(v.object({ area: pageArea, name: fileName('.png') })).returns<{
    readonly path: string
  } | null>(),
  saveFigures: call(
    v.object({ csv: v.pipe(v.string(), v.maxLength(32_000_000)), name: fileName('.csv') })
  ).returns<{ readonly path: string } | null>()
}

export interface PanelExportPushes {
  /** The picture of an area was captured; what was shown for it alone can go. */
  'panelExport.captured': null
}
export const panelExportPushes = ['panelExport.captured'] as const
