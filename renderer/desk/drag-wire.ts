import * as v from 'valibot'

const id = v.string()
const point = v.object({ x: v.number(), y: v.number() })
const dragMessageSchema = v.variant('kind', [
  /** A drag is in progress; `at` is a screen position, or null over its own window. */
  v.object({ kind: v.literal('moved'), workspace: id, panel: id, name: id, at: v.nullable(point) }),
  /** Whether the sending window would accept the panel. */
  v.object({ kind: v.literal('taken'), source: id, takes: v.boolean() }),
  v.object({ kind: v.literal('let go'), taker: id }),
  v.object({ kind: v.literal('ended') })
])
export type DragMessage = v.InferOutput<typeof dragMessageSchema>
const envelopeSchema = v.object({ from: id, message: dragMessageSchema })

/** Messages between windows about a dragged panel. */
export interface DragWire {
  readonly own: string
  readonly send: (message: DragMessage) => void
  readonly onMessage: (listener: (message: DragMessage, from: string) => void) => () => void
}

/** Uses a BroadcastChannel, because all windows share an origin. */
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
