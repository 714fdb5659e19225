import * as v from 'valibot'
import { call } from '../base/call'
import { maxSymbolLength } from './markets'

/** The number of anchors of each kind. */
export const drawingAnchors = { level: 1, ray: 2, trend: 2, rectangle: 2, note: 1 } as const
export type DrawingKind = keyof typeof drawingAnchors
export const drawingKinds = Object.keys(drawingAnchors) as readonly DrawingKind[]

export const drawingColours = ['yellow', 'blue', 'green', 'orange', 'pink', 'violet'] as const
export type DrawingColour = (typeof drawingColours)[number]

export const drawingWidths = [1, 2, 3] as const

export const maxDrawingText = 200
/** Per market of a connection. */
export const maxDrawings = 500
/** Of all markets and connections. */
export const maxAllDrawings = 20_000

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const anchorSchema = v.object({
  /** Milliseconds since the epoch. */
  at: v.pipe(v.number(), v.integer(), v.minValue(-8.64e15), v.maxValue(8.64e15)),
  /** In plain notation, above zero. */
  price: v.pipe(v.string(), v.regex(/^\d{1,30}(\.\d{1,30})?$/), v.regex(/[1-9]/))
})
export type Anchor = v.InferOutput<typeof anchorSchema>

export const drawingSchema = v.pipe(
  v.object({
    id,
    kind: v.picklist(drawingKinds),
    anchors: v.pipe(v.array(anchorSchema), v.minLength(1), v.maxLength(2), v.readonly()),
    colour: v.picklist(drawingColours),
    width: v.picklist(drawingWidths),
    text: v.pipe(v.string(), v.maxLength(maxDrawingText)),
    locked: v.boolean()
  }),
  v.check(({ kind, anchors }) => anchors.length === drawingAnchors[kind]),
  v.readonly()
)
export type Drawing = v.InferOutput<typeof drawingSchema>

/** The drawings of one market, from back to front. */
export interface DrawingsState {
  /** The connection that they belong to; null without one. */
  readonly source: string | null
  readonly market: string
  readonly drawings: readonly Drawing[]
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Higher with each change. */
  readonly revision: number
}

const source = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const market = v.pipe(v.string(), v.minLength(1), v.maxLength(maxSymbolLength))

export const drawingsCalls = {
  read: call(v.object({ market })).returns<DrawingsState>(),
  /** One step of undo. Drawings that exist are replaced, others are added in front. */
  change: call(
    v.object({
      source,
      market,
      put: v.pipe(v.array(drawingSchema), v.maxLength(maxDrawings), v.readonly()),
      remove: v.pipe(v.array(id), v.maxLength(maxDrawings), v.readonly())
    })
  ).returns<DrawingsState>(),
  undo: call(v.object({ source, market })).returns<DrawingsState>(),
  redo: call(v.object({ source, market })).returns<DrawingsState>()
}

export interface DrawingsPushes {
  /** Null after a change of the connection: all markets have others. */
  'drawings.changed': DrawingsState | null
}
export const drawingsPushes = ['drawings.changed'] as const
