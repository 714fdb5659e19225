import { onLookChange, readLook, type Look } from './look'
import { neverPaint, paintSoon } from './schedule'

export interface Surface {
  readonly context: CanvasRenderingContext2D
  /** In CSS pixels, like everything drawn. */
  readonly width: number
  readonly height: number
  /** Device pixels per CSS pixel. */
  readonly ratio: number
}

export type Paint = (surface: Surface, look: Look) => void

/** A canvas that fills its element and paints at most once per animation frame, only while it is visible. */
export class Painter {
  #context: CanvasRenderingContext2D
  #look: Look | null = null
  #width = 0
  #height = 0
  #ratio = 1
  /** The number of paints, for measurements. */
  painted = 0
  readonly #stops: (() => void)[]

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly paint: Paint,
    options: { readonly opaque?: boolean } = {}
  ) {
    const context = canvas.getContext('2d', { alpha: !options.opaque })
    if (!context) throw new Error('This canvas cannot be drawn on.')
    this.#context = context
    const sizes = new ResizeObserver(([entry]) => entry && this.#resize(entry))
    sizes.observe(canvas)
    let over = false
    const reread = () => {
      if (over) return
      this.#look = null
      this.invalidate()
    }
    void document.fonts.ready.then(reread)
    this.#stops = [() => (over = true), () => sizes.disconnect(), onLookChange(canvas, reread)]
  }

  get width(): number {
    return this.#width
  }

  get height(): number {
    return this.#height
  }

  get look(): Look {
    return (this.#look ??= readLook(this.canvas))
  }

  invalidate = (): void => paintSoon(this.#paintAgain)

  /** For pictures, and after a resize, when an empty canvas would flash. */
  paintNow(): void {
    if (this.#width === 0 || this.#height === 0) return
    const context = this.#context
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0)
    this.painted += 1
    this.paint({ context, width: this.#width, height: this.#height, ratio: this.#ratio }, this.look)
  }

  dispose(): void {
    neverPaint(this.#paintAgain)
    for (const stop of this.#stops) stop()
  }

  readonly #paintAgain = () => this.paintNow()

  #resize({ contentRect, devicePixelContentBoxSize }: ResizeObserverEntry): void {
    const { width, height } = contentRect
    const box = devicePixelContentBoxSize?.[0]
    const wide = box ? box.inlineSize : Math.round(width * devicePixelRatio)
    const high = box ? box.blockSize : Math.round(height * devicePixelRatio)
    this.#width = width
    this.#height = height
    this.#ratio = width > 0 ? wide / width : devicePixelRatio
    if (this.canvas.width === wide && this.canvas.height === high) return
    this.canvas.width = wide
    this.canvas.height = high
    this.paintNow()
  }
}
