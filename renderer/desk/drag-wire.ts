import * as v from 'valibot'

const id = v.string()
const point = v.object({ x: v.number(), y: v.number() })
const dragMessageSchema = v.variant('kind', [
  /** A panel is on its way; at a point of the screen, or null while its own window has the pointer. */
  v.object({ kind: v.literal('moved'), workspace: id, panel: id, name: id, at: v.nullable(point) }),
  /** The sending window would accept the panel, or would no longer. */
  v.object({ kind: v.literal('taken'), source: id, takes: v.boolean() }),
  v.object({ kind: v.literal('let go'), taker: id }),
  v.object({ kind: v.literal('ended') })
])
export type DragMessage = v.InferOutput<typeof dragMessageSchema>
const envelopeSchema = v.object({ from: id, message: dragMessageSchema })

/** Messages between windows about a panel that is being dragged. */
export interface DragWire {
  readonly own: string
  readonly send: (message: DragMessage) => void
  readonly onMessage: (listener: (message: DragMessage, from: string) => void) => () => void
}

/** All windows of the app share an origin, so the browser carries it from one to the next. */
export function openDragWire(own: string): DragWire & { readonly close: () => void } {
  const channel = new BroadcastChannel('leadline.drag')
  return {
    own,
    send: (message) => channel.postMessage({ from: own, message }),
    onMessage(listener) {
      const take = ({ data }: MessageEvent<unknown>) => {
        const envelope = v.safeParse(envelopeSchema, data)
        if (envelope.success) listener(envelope.output.message, envelope.output.from)
      }
      channel.addEventListener('message', take)
      return () => channel.removeEventListener('message', take)
    },
    close: () => channel.close()
  }
}
