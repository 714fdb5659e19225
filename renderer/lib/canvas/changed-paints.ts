/** Those that leave something on the canvas. */
const paints = [
  'clearRect',
  'fillRect',
  'strokeRect',
  'fillText',
  'strokeText',
  'fill',
  'stroke',
  'drawImage',
  'putImageData'
] as const

const steps = [
  ...paints,
  'save',
  'restore',
  'beginPath',
  'closePath',
  'moveTo',
  'lineTo',
  'rect',
  'roundRect',
  'arc',
  'arcTo',
  'ellipse',
  'bezierCurveTo',
  'quadraticCurveTo',
  'clip',
  'translate',
  'scale',
  'rotate',
  'transform',
  'setTransform',
  'resetTransform',
  'setLineDash'
] as const

/** Whatever was called before. */
const answers = ['createLinearGradient', 'createRadialGradient', 'createPattern', 'createImageData'] as const

const properties = [
  'font',
  'textBaseline',
  'textAlign',
  'fillStyle',
  'strokeStyle',
  'lineWidth',
  'lineCap',
  'lineJoin',
  'lineDashOffset',
  'globalAlpha',
  'globalCompositeOperation',
  'imageSmoothingEnabled'
] as const

const save = steps.indexOf('save')
const restore = steps.indexOf('restore')
const drawImage = steps.indexOf('drawImage')
/** In place of a number. */
const [isArray, isObject] = [-Number.MAX_VALUE, Number.MAX_VALUE]
const maxArgs = 16
/** In a row: what is painted next will differ as well. */
const manyChanges = 4

/** Of texts in fonts that are loaded. */
const metrics = new Map<string, TextMetrics>()
const maxMetrics = 4000

type Context = CanvasRenderingContext2D
type Property = (typeof properties)[number]

/** Calls as numbers, their steps and arguments, with texts and objects beside them. */
class Calls {
  numbers = new Float64Array(64)
  count = 0
  readonly objects: unknown[] = []
  objectCount = 0

  clear(): void {
    this.count = 0
    this.objectCount = 0
  }

  add(step: number, args: readonly unknown[]): void {
    this.#number(step * maxArgs + args.length)
    for (const arg of args) this.#argument(arg)
  }

  isSame({ numbers, count, objects, objectCount }: Calls): boolean {
    if (count !== this.count || objectCount !== this.objectCount) return false
    for (let at = 0; at < count; at += 1) if (numbers[at] !== this.numbers[at]) return false
    for (let at = 0; at < objectCount; at += 1) if (objects[at] !== this.objects[at]) return false
    return true
  }

  /** The arguments are those of one call only. */
  replay(run: (step: number, args: unknown[]) => void): void {
    const { numbers, count, objects } = this
    let [at, object] = [0, 0]
    const read = (): unknown => {
      const value = numbers[at++]!
      if (value === isObject) return objects[object++]
      return value === isArray ? Array.from({ length: numbers[at++]! }, read) : value
    }
    const args: unknown[] = []
    while (at < count) {
      const step = numbers[at++]!
      args.length = 0
      for (let left = step % maxArgs; left > 0; left -= 1) args.push(read())
      run(Math.floor(step / maxArgs), args)
    }
  }

  #argument(arg: unknown): void {
    if (typeof arg === 'number') this.#number(arg)
    else if (Array.isArray(arg)) {
      this.#number(isArray)
      this.#number(arg.length)
      for (const each of arg) this.#argument(each)
    } else {
      this.#number(isObject)
      this.objects[this.objectCount++] = arg
    }
  }

  #number(value: number): void {
    if (this.count === this.numbers.length) {
      const longer = new Float64Array(2 * this.count)
      longer.set(this.numbers)
      this.numbers = longer
    }
    this.numbers[this.count++] = value
  }
}

/**
 * Stands in for the context of a canvas that is painted as a whole each time: the calls of one task are kept until its
 * end, and reach the canvas only if they differ from those that painted it. While each task differs, as in a chart that is
 * dragged, they reach it at once. Has what charts call, no more.
 */
class ChangedPaints {
  #next = new Calls()
  #painted = new Calls()
  /** Of the canvas when it was painted. */
  #size = ''
  #isOpen = false
  #paints = false
  /** Images may have changed. */
  #copies = false
  #changesInARow = 0
  readonly #methods: readonly ((...args: never[]) => unknown)[]
  readonly #usual: readonly unknown[]
  #values: unknown[]
  readonly #saved: unknown[][] = []

  constructor(
    private readonly context: Context,
    readonly canvas: HTMLCanvasElement
  ) {
    this.#methods = steps.map((name) => context[name])
    this.#usual = properties.map((name) => context[name])
    this.#values = [...this.#usual]
    canvas.addEventListener('contextrestored', () => this.#repaint())
  }

  static {
    for (const [step, name] of steps.entries())
      Object.defineProperty(this.prototype, name, {
        value(this: ChangedPaints, ...args: unknown[]) {
          this.#call(step, args)
        }
      })
    for (const name of answers)
      Object.defineProperty(this.prototype, name, {
        value(this: ChangedPaints, ...args: never[]) {
          return Reflect.apply(this.context[name], this.context, args)
        }
      })
    for (const [index, name] of properties.entries())
      Object.defineProperty(this.prototype, name, {
        get(this: ChangedPaints) {
          return this.#values[index]
        },
        set(this: ChangedPaints, value: unknown) {
          this.#values[index] = value
          this.#add(steps.length + index, [value])
        }
      })
  }

  /** Until the end of this task. */
  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#paints = this.#copies = false
    this.#next.clear()
    this.#values = [...this.#usual]
    this.#saved.length = 0
    queueMicrotask(() => this.#close())
  }

  /** Paints whatever comes next. */
  forget(): void {
    this.#painted.clear()
  }

  measureText(text: string): TextMetrics {
    const font = this.#value('font')
    const textBaseline = this.#value('textBaseline')
    const textAlign = this.#value('textAlign')
    const key = `${font} ${textBaseline} ${textAlign} ${text}`
    const known = metrics.get(key)
    if (known) return known
    const { context } = this
    context.save()
    Object.assign(context, { font, textBaseline, textAlign })
    const measured = context.measureText(text)
    context.restore()
    if (metrics.size === maxMetrics) metrics.clear()
    metrics.set(key, measured)
    return measured
  }

  #value<Name extends Property>(name: Name): Context[Name] {
    return this.#values[properties.indexOf(name)] as Context[Name]
  }

  #call(step: number, args: unknown[]): void {
    if (step === save) this.#saved.push([...this.#values])
    else if (step === restore) this.#values = this.#saved.pop() ?? this.#values
    this.#paints ||= step < paints.length
    this.#copies ||= step === drawImage
    this.#add(step, args)
  }

  get #isMoving(): boolean {
    return this.#changesInARow >= manyChanges
  }

  #add(step: number, args: unknown[]): void {
    this.#next.add(step, args)
    if (this.#isMoving) this.#run(step, args)
  }

  #close(): void {
    this.#isOpen = false
    // Text was measured, no more.
    if (!this.#paints) return
    const { width, height } = this.canvas
    const size = `${width} ${height}`
    const isSame = size === this.#size && !this.#copies && this.#next.isSame(this.#painted)
    ;[this.#next, this.#painted] = [this.#painted, this.#next]
    this.#size = size
    if (!isSame && !this.#isMoving) this.#repaint()
    this.#changesInARow = isSame ? 0 : this.#changesInARow + 1
  }

  #repaint(): void {
    this.#painted.replay(this.#run)
  }

  readonly #run = (step: number, args: unknown[]): void => {
    const { context } = this
    const method = this.#methods[step]
    if (method) Reflect.apply(method, context, args)
    else Reflect.set(context, properties[step - steps.length]!, args[0])
  }
}

/** Makes the canvases below the element keep what they show when they are painted with the same again. */
export function paintChangesOnly(element: HTMLElement): () => void {
  const adopted = new Map<HTMLCanvasElement, ChangedPaints | null>()
  const adopt = (canvas: HTMLCanvasElement) => {
    if (adopted.has(canvas)) return
    adopted.set(canvas, null)
    const original = canvas.getContext.bind(canvas) as (...args: unknown[]) => Context | null
    const value = (...args: unknown[]) => {
      const context = original(...args)
      const paints = adopted.get(canvas) ?? (context && new ChangedPaints(context, canvas))
      adopted.set(canvas, paints)
      paints?.open()
      return paints
    }
    Object.defineProperty(canvas, 'getContext', { value })
  }
  const adoptAll = () => element.querySelectorAll('canvas').forEach(adopt)
  adoptAll()
  const observer = new MutationObserver(adoptAll)
  observer.observe(element, { childList: true, subtree: true })
  const fontsLoaded = () => {
    metrics.clear()
    for (const paints of adopted.values()) paints?.forget()
  }
  document.fonts.addEventListener('loadingdone', fontsLoaded)
  return () => {
    observer.disconnect()
    document.fonts.removeEventListener('loadingdone', fontsLoaded)
  }
}
