import * as v from 'valibot'

const id = v.string()
const point = v.object({ x: v.number(), y: v.number() })
const toldSchema = v.variant('kind', [
  /** A panel is on its way; at a point of the screen, or null while its own window has the pointer. */
  v.object({ kind: v.literal('moved'), workspace: id, panel: id, name: id, at: v.nullable(point) }),
  /** The window that tells this would take the panel, or would no longer. */
  v.object({ kind: v.literal('taken'), source: id, takes: v.boolean() }),
  v.object({ kind: v.literal('let go'), taker: id }),
  v.object({ kind: v.literal('ended') })
])
export type Told = v.InferOutput<typeof toldSchema>
const messageSchema = v.object({ from: id, told: toldSchema })

/** How the windows tell one another of a panel that is being dragged. */
export interface DragWire {
  readonly own: string
  readonly tell: (told: Told) => void
  readonly hear: (hear: (told: Told, from: string) => void) => () => void
}

/** All windows of the app share an origin, so the browser carries it from one to the next. */
export function openDragWire(own: string): DragWire & { readonly close: () => void } {
  const channel = new BroadcastChannel('leadline.drag')
  return {
    own,
    tell: (told) => channel.postMessage({ from: own, told }),
    hear(hear) {
      const take = ({ data }: MessageEvent<unknown>) => {
        const message = v.safeParse(messageSchema, data)
        if (message.success) hear(message.output.told, message.output.from)
      }
      channel.addEventListener('message', take)
      return () => channel.removeEventListener('message', take)
    },
    close: () => channel.close()
  }
}
