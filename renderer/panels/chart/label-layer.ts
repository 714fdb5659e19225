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
/** The lowest pane with a label. */
const minHeight = 20
const between = 5

/** The longest that fits: all words, or the first one, which names the study, with the value or without. */
export function fittedLabel(
  { words, value }: Pick<PaneLabel, 'words' | 'value'>,
  room: number,
  wide: (words: string, value: string) => number
): readonly [words: string, value: string] | null {
  const short = words.split(/[ ,]/)[0]!
  const ways = [
    [words, value],
    [short, value],
    [short, '']
  ] as const
  return ways.find(([some, figure]) => wide(some, figure) <= room) ?? null
}

/** A label in a pane's corner on the upper canvas, which follows the pointer at once. */
export class LabelLayer extends Layer<Sources> {
  protected override top(target: Target): void {
    const label = this.sources.label()
    if (!label) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      if (mediaSize.height < minHeight) return
      const look = this.sources.look()
      const middle = 3 + high / 2
      context.save()
      context.textBaseline = 'middle'
      const measured = (text: string, font: string) => {
        context.font = `400 11px ${font}`
        return context.measureText(text).width
      }
      const wide = (words: string, value: string) =>
        measured(words, look.words) + (value === '' ? 0 : measured(value, look.figures) + between)
      const fitted = fittedLabel(label, mediaSize.width - 2 * inset, wide)
      if (!fitted) return context.restore()
      const [words, value] = fitted
      context.fillStyle = look.panel
      context.fillRect(inset - 4, middle - high / 2, wide(words, value) + 8, high)
      const right = inset + measured(words, look.words)
      context.fillStyle = look.dim
      context.fillText(words, inset, middle + 0.5)
      context.font = `400 11px ${look.figures}`
      context.fillStyle = label.colour
      context.fillText(value, right + between, middle + 0.5)
      context.restore()
    })
  }
}
