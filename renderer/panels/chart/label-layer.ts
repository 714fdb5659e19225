import type { Look } from '../../lib/canvas'
import { Layer } from './layer'
import type { Target } from './target'

export interface PaneLabel {
  readonly words: string
  readonly value: string
  readonly colour: string
}

interface Sources {
  readonly look: () => Look
  /** Null to hide it. */
  readonly label: () => PaneLabel | null
}

const inset = 8
const high = 16

/** A label in a pane's corner on the upper canvas, which follows the pointer at once. */
export class LabelLayer extends Layer<Sources> {
  protected override top(target: Target): void {
    const label = this.sources.label()
    if (!label) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      if (mediaSize.height < 2 * high) return
      const look = this.sources.look()
      const middle = 3 + high / 2
      context.save()
      context.textBaseline = 'middle'
      context.font = `400 11px ${look.words}`
      const words = context.measureText(label.words).width
      context.font = `400 11px ${look.figures}`
      const value = label.value === '' ? 0 : context.measureText(label.value).width + 5
      // Hidden if it does not fit.
      if (words + value + 2 * inset > mediaSize.width) return context.restore()
      context.fillStyle = look.panel
      context.fillRect(inset - 4, middle - high / 2, words + value + 8, high)
      context.font = `400 11px ${look.words}`
      context.fillStyle = look.dim
      context.fillText(label.words, inset, middle + 0.5)
      context.font = `400 11px ${look.figures}`
      context.fillStyle = label.colour
      context.fillText(label.value, inset + words + 5, middle + 0.5)
      context.restore()
    })
  }
}
