import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paintChangesOnly } from '#renderer/lib/canvas/changed-paints'

interface State {
  font: string
  textBaseline: string
  fillStyle: string
  lineWidth: number
  moved: unknown[]
}

/** What the steps below call. */
type Painted = Pick<
  CanvasRenderingContext2D,
  | 'save'
  | 'restore'
  | 'beginPath'
  | 'lineTo'
  | 'stroke'
  | 'clearRect'
  | 'fillRect'
  | 'fillText'
  | 'drawImage'
  | 'translate'
  | 'setLineDash'
  | 'font'
  | 'fillStyle'
  | 'lineWidth'
> & { measureText(text: string): { readonly width: number } }

const nothing = () => undefined
const blank: Painted = {
  save: nothing,
  restore: nothing,
  beginPath: nothing,
  lineTo: nothing,
  stroke: nothing,
  clearRect: nothing,
  fillRect: nothing,
  fillText: nothing,
  drawImage: nothing,
  translate: nothing,
  setLineDash: nothing,
  measureText: () => ({ width: 0 }),
  font: '',
  fillStyle: '',
  lineWidth: 0
}

/** What is on a canvas: each paint with the state that it was made in, since everything was cleared. */
class Sheet {
  readonly shown: string[] = []
  calls = 0
  measured = 0
  #path: string[] = []
  #saved: State[] = []
  #state: State = { font: '10px a', textBaseline: 'alphabetic', fillStyle: '#000', lineWidth: 1, moved: [] }

  readonly context = new Proxy(blank, {
    get: (_, name: string) => {
      if (name === 'measureText') return (text: string) => this.#measure(text)
      return name in this.#state ? Reflect.get(this.#state, name) : this.#call(name)
    },
    set: (_, name: string, value: unknown) => {
      this.calls += 1
      return Reflect.set(this.#state, name, value)
    }
  })

  #measure(text: string): { width: number } {
    this.measured += 1
    return { width: text.length + this.#state.font.length / 100 + this.#state.textBaseline.length / 1000 }
  }

  #call(name: string) {
    return (...args: unknown[]) => {
      this.calls += 1
      if (name === 'save') this.#saved.push({ ...this.#state })
      else if (name === 'restore') this.#state = this.#saved.pop()!
      else if (name === 'translate') this.#state.moved = [...this.#state.moved, args]
      else if (name === 'setLineDash') Object.assign(this.#state, { dash: args })
      else if (name === 'beginPath') this.#path = []
      else if (name === 'lineTo') this.#path.push(JSON.stringify([args, this.#state.moved]))
      else if (name === 'clearRect') this.shown.length = 0
      else this.shown.push(JSON.stringify([name, args, this.#state, name === 'stroke' && this.#path]))
    }
  }
}

type Step = (context: Painted) => void

/** In a row, after which it no longer looks for what is the same before it paints. */
const manyChanges = 4

let sheet: Sheet
let canvas: HTMLCanvasElement
let stop: () => void

beforeEach(() => {
  const element = document.createElement('div')
  canvas = element.appendChild(document.createElement('canvas'))
  sheet = new Sheet()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => sheet.context as never)
  stop = paintChangesOnly(element)
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

async function paint(steps: readonly Step[]): Promise<number> {
  const before = sheet.calls
  for (const step of steps) step(canvas.getContext('2d')!)
  await Promise.resolve()
  return sheet.calls - before
}

function paintedAtOnce(steps: readonly Step[]): readonly string[] {
  const other = new Sheet()
  for (const step of steps) step(other.context)
  return other.shown
}

const clear: Step = (context) => context.clearRect(0, 0, 300, 150)

const small = fc.nat({ max: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  small.map(
    (x): Step =>
      (context) =>
        context.fillRect(x, 0, 5, 5)
  ),
  small.map((digit): Step => (context) => {
    const text = String(digit)
    context.fillText(text, context.measureText(text).width, context.lineWidth)
  }),
  small.map(
    (size): Step =>
      (context) =>
        (context.font = `1${size}px b`)
  ),
  small.map(
    (digit): Step =>
      (context) =>
        (context.fillStyle = `#00${digit}`)
  ),
  small.map(
    (width): Step =>
      (context) =>
        (context.lineWidth = width)
  ),
  small.map(
    (dash): Step =>
      (context) =>
        context.setLineDash([dash, 1])
  ),
  small.map(
    (x): Step =>
      (context) =>
        context.translate(x, 0)
  ),
  small.map((x): Step => (context) => {
    context.beginPath()
    context.lineTo(x, 0)
    context.stroke()
  })
)
const inside = (steps: readonly Step[]): Step[] => [
  (context) => context.save(),
  ...steps,
  (context) => context.restore()
]
const picture = fc
  .tuple(fc.array(step, { maxLength: 5 }), fc.array(step, { maxLength: 5 }))
  .map(([outer, inner]) => inside([clear, ...outer, ...inside(inner), ...outer]))

it('shows what was painted last, and touches the canvas for nothing else', async () => {
  const frames = fc
    .array(picture, { minLength: 1, maxLength: 3 })
    .chain((pictures) => fc.array(fc.constantFrom(...pictures), { maxLength: 12 }))
  // All runs share a canvas.
  let changes = 0
  await fc.assert(
    fc.asyncProperty(frames, async (all) => {
      let last: readonly Step[] | null = null
      for (const steps of all) {
        const calls = await paint(steps)
        expect(sheet.shown).toEqual(paintedAtOnce(steps))
        if (steps === last && changes < manyChanges) expect(calls).toBe(0)
        changes = steps === last ? 0 : changes + 1
        last = steps
      }
    })
  )
})

it('paints at once while every task differs, and for nothing else afterwards', async () => {
  const stepsFor = (value: number): Step[] => [clear, (context) => context.fillRect(value, 0, 1, 1)]
  const shownAtOnce: boolean[] = []
  for (let value = 1; value <= manyChanges + 2; value += 1) {
    const painted = paint(stepsFor(value))
    shownAtOnce.push(String(sheet.shown) === String(paintedAtOnce(stepsFor(value))))
    await painted
    expect(sheet.shown).toEqual(paintedAtOnce(stepsFor(value)))
  }
  expect(shownAtOnce).toEqual([...Array<boolean>(manyChanges).fill(false), true, true])
  const last = stepsFor(manyChanges + 2)
  sheet.shown.length = 0
  canvas.dispatchEvent(new Event('contextrestored'))
  expect(sheet.shown).toEqual(paintedAtOnce(last))
  await paint(last)
  expect(await paint(last)).toBe(0)
})

it.each<[string, (value: number) => Step]>([
  ['number', (value) => (context) => context.fillRect(0, value, 1, 1)],
  ['text', (value) => (context) => context.fillText(`${value}`, 0, 0)],
  ['colour', (value) => (context) => ((context.fillStyle = `#00${value}`), context.fillRect(0, 0, 1, 1))],
  ['list', (value) => (context) => (context.setLineDash([value]), context.fillRect(0, 0, 1, 1))]
])('paints with another %s', async (_, stepWith) => {
  for (const value of [1, 2, 2, 1]) {
    await paint([clear, stepWith(value)])
    expect(sheet.shown).toEqual(paintedAtOnce([clear, stepWith(value)]))
  }
})

it('removes what is painted no more', async () => {
  await paint([clear, (context) => context.fillRect(0, 0, 1, 1)])
  await paint([clear])
  expect(sheet.shown).toEqual([])
})

it('paints again after the canvas has lost what it showed', async () => {
  const steps: Step[] = [clear, (context) => context.fillText('1', 0, 0)]
  await paint(steps)
  canvas.width += 1
  expect(await paint(steps)).toBe(2)
  expect(await paint(steps)).toBe(0)
  canvas.dispatchEvent(new Event('contextrestored'))
  expect(sheet.shown).toHaveLength(1)
  document.fonts.dispatchEvent(new Event('loadingdone'))
  expect(await paint(steps)).toBe(2)
})

it('paints an image each time, because it may have changed', async () => {
  const image = document.createElement('canvas')
  const steps: Step[] = [clear, (context) => context.drawImage(image, 0, 0)]
  await paint(steps)
  expect(await paint(steps)).toBe(2)
})

it('measures a text once, and paints nothing for it', async () => {
  const steps: Step[] = [clear, (context) => context.fillRect(0, 0, 1, 1)]
  await paint(steps)
  const measure: Step = (context) => {
    context.save()
    context.font = '12px c'
    expect(context.measureText('1.5').width).toBe(3.07)
    context.restore()
  }
  document.fonts.dispatchEvent(new Event('loadingdone'))
  await paint(steps)
  sheet.measured = 0
  await paint([measure])
  await paint([measure])
  expect(sheet.measured).toBe(1)
  expect(await paint(steps)).toBe(0)
  expect(sheet.shown).toHaveLength(1)
})
