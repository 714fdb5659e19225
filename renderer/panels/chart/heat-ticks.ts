import type { NumberFormat } from '../../lib/format/number'
import { shortSize } from './price-text'

interface HeatTick {
  /** Of the brightest size. */
  readonly share: number
  readonly text: string
}

const steps = [1, 2, 5, 10] as const
const maxSteps = 4
/** The width of the scale in digits. */
const room = 20
const gap = 2

/** Round sizes between nothing and the brightest, which stands for larger ones too. */
export function heatTicks(brightest: number, numbers: NumberFormat): readonly HeatTick[] {
  const power = 10 ** Math.floor(Math.log10(brightest / maxSteps))
  const step = power * (steps.find((one) => one * power * maxSteps >= brightest) ?? 10)
  const last = { share: 1, text: `${shortSize(Number(brightest.toPrecision(2)), numbers)}+` }
  const ticks: HeatTick[] = []
  /** Of the texts so far: the first is at the left, the others are centred. */
  let end = 0
  for (let count = 0; count * step < brightest; count += 1) {
    const tick = { share: (count * step) / brightest, text: shortSize(count * step, numbers) }
    const middle = tick.share * room
    const half = tick.text.length / 2
    if (middle - half < end + gap && count > 0) continue
    if (middle + half + gap > room - last.text.length) break
    end = count === 0 ? tick.text.length : middle + half
    ticks.push(tick)
  }
  return [...ticks, last]
}
