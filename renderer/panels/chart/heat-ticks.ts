import type { NumberFormat } from '../../lib/format/number'
import { shortSize } from './price-text'

interface HeatTick {
  /** Of the brightest size. */
  readonly share: number
  readonly text: string
}

const steps = [1, 2, 5, 10] as const
const maxSteps = 4
/** Beyond it there is no room beside the last tick. */
const lastShare = 0.68

/** Round sizes between nothing and the brightest, which stands for larger ones too. */
export function heatTicks(brightest: number, numbers: NumberFormat): readonly HeatTick[] {
  const power = 10 ** Math.floor(Math.log10(brightest / maxSteps))
  const step = power * (steps.find((one) => one * power * maxSteps >= brightest) ?? 10)
  const ticks: HeatTick[] = []
  for (let count = 0; (count * step) / brightest <= lastShare; count += 1)
    ticks.push({ share: (count * step) / brightest, text: shortSize(count * step, numbers) })
  ticks.push({ share: 1, text: `${shortSize(Number(brightest.toPrecision(2)), numbers)}+` })
  return ticks
}
