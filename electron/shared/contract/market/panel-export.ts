import * as v from 'valibot'
import { call } from '../base/call'

const pixels = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(100_000))
/** A part of the page, in its own (CSS) pixels; main knows how far it is zoomed. */
const area = v.object({ left: pixels, top: pixels, width: pixels, height: pixels })
export type PageArea = v.InferOutput<typeof area>

const fileName = (ending: string) =>
  v.pipe(
    v.string(),
    v.maxLength(120),
    v.regex(/^[\w .()-]+$/),
    v.check((name) => name.endsWith(ending))
  )

/** Saving asks for a file, with `name` as the suggestion; null when the person cancelled. */
export const panelExportCalls = {
  copyPicture: call(v.object({ area })).returns<null>(),
  savePicture: call(v.object({ area, name: fileName('.png') })).returns<{ readonly path: string } | null>(),
  saveFigures: call(
    v.object({ csv: v.pipe(v.string(), v.maxLength(32_000_000)), name: fileName('.csv') })
  ).returns<{ readonly path: string } | null>()
}
