import type { ISeriesPrimitive, IPrimitivePaneView, Time } from 'lightweight-charts'
import type { Look } from '../../lib/canvas'
import { mixed } from './colours'
import { opacityOf } from './heat-scale'
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
  readonly at: 'top' | 'bottom'
  /** Adds the heat scale. */
  readonly shades?: boolean
}

const inset = 8
const high = 16
const shadesWide = 44

/** A label in a pane's corner on the upper canvas, which follows the pointer at once. */
export class LabelLayer implements ISeriesPrimitive<Time> {
  readonly #views: readonly IPrimitivePaneView[]

  constructor(private readonly sources: Sources) {
    const renderer = { draw: (target: Target) => this.#draw(target) }
    this.#views = [{ zOrder: () => 'top', renderer: () => renderer }]
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  #draw(target: Target): void {
    const label = this.sources.label()
    if (!label) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      if (mediaSize.height < 2 * high) return
      const look = this.sources.look()
      const middle = this.sources.at === 'top' ? 3 + high / 2 : mediaSize.height - 3 - high / 2
      context.save()
      context.textBaseline = 'middle'
      context.font = `400 11px ${look.words}`
      const words = context.measureText(label.words).width
      context.font = `400 11px ${look.figures}`
      const value = label.value === '' ? 0 : context.measureText(label.value).width + 5
      const shades = this.sources.shades ? shadesWide + 5 : 0
      // Hidden if it does not fit.
      if (words + value + shades + 2 * inset > mediaSize.width) return context.restore()
      context.fillStyle = look.panel
      context.fillRect(inset - 4, middle - high / 2, words + value + shades + 8, high)
      if (this.sources.shades) shade(context, look, inset, middle)
      context.font = `400 11px ${look.words}`
      context.fillStyle = look.dim
      context.fillText(label.words, inset + shades, middle + 0.5)
      context.font = `400 11px ${look.figures}`
      context.fillStyle = label.colour
      context.fillText(label.value, inset + shades + words + 5, middle + 0.5)
      context.restore()
    })
  }
}

function shade(context: CanvasRenderingContext2D, look: Look, left: number, middle: number): void {
  for (let x = 0; x < shadesWide; x += 2) {
    context.fillStyle = mixed(look.accent, look.panel, opacityOf((x + 2) / shadesWide))
    context.fillRect(left + x, middle - 4, 2, 8)
  }
}
