import type { MarketParts } from '#shared/contract/market/markets'
import type { SizeUnit } from '#shared/domain/market/depth/index'
import { costText } from '../../messages/panels/cost'
import { formatDecimal, type NumberFormat } from '../format/number'
import { typedAmount } from '../format/typed-size'
import { isSameSize, keepSizes, keptSizes, shortAmount, unitName, usualSizes, type Size } from './sizes'

interface CostSizeSettings {
  readonly sizes: readonly string[]
  readonly presets: readonly string[]
}

interface CostSizePorts {
  readonly market: () => string
  readonly numbers: () => NumberFormat
  readonly settings: () => CostSizeSettings
  readonly set: (changed: Partial<CostSizeSettings>) => void
}

const maxPresets = 4

/** The size of a panel's market, as it is typed and kept. */
export class CostSize {
  /** The text of the field while it is edited. */
  #typed = $state.raw<{ readonly market: string; readonly text: string } | null>(null)

  constructor(private readonly ports: CostSizePorts) {}

  readonly #edited = $derived.by(() =>
    this.#typed?.market === this.ports.market() ? this.#typed.text : null
  )
  readonly error: string | null = $derived.by(() => {
    const numbers = this.ports.numbers()
    if (this.#edited === null || typedAmount(this.#edited, numbers) !== null) return null
    return costText.invalid(formatDecimal('0.25', numbers))
  })
  readonly presets: readonly Size[] = $derived.by(() => {
    const kept = keptSizes(this.ports.settings().presets, this.ports.market())
    return kept.length > 0 ? kept : usualSizes(this.ports.market())
  })
  readonly size: Size = $derived.by(() => {
    const market = this.ports.market()
    return keptSizes(this.ports.settings().sizes, market).at(-1) ?? usualSizes(market)[1]!
  })
  readonly isPreset: boolean = $derived.by(() => this.presets.some((one) => isSameSize(one, this.size)))
  /** Null while the field has no size. */
  readonly wanted: NonNullable<MarketParts['cost']> | null = $derived.by(() =>
    this.error === null ? { size: this.size.amount, unit: this.size.unit, within: null } : null
  )
  readonly text: string = $derived.by(
    () => this.#edited ?? formatDecimal(this.size.amount, this.ports.numbers())
  )

  get market(): string {
    return this.ports.market()
  }

  type(text: string): void {
    this.#typed = { market: this.ports.market(), text }
    const amount = typedAmount(text, this.ports.numbers())
    if (amount !== null) this.#keep({ ...this.size, amount })
  }

  /** The end of editing: a size is shown in the user's format, anything else stays. */
  finish(): void {
    if (this.error === null) this.#typed = null
  }

  cancel(): void {
    this.#typed = null
  }

  measure(unit: SizeUnit): void {
    this.pick({ ...this.size, unit })
  }

  pick(size: Size): void {
    this.#typed = null
    this.#keep(size)
  }

  /** Adds the size to the presets of the market, or removes it. */
  togglePreset(): void {
    const { size } = this
    const others = this.presets.filter((one) => !isSameSize(one, size))
    const presets = this.isPreset ? others : [...others, size].slice(-maxPresets)
    this.ports.set({ presets: keepSizes(this.ports.settings().presets, this.ports.market(), presets) })
  }

  short({ amount }: Size): string {
    return shortAmount(amount, this.ports.numbers())
  }

  named(size: Size): string {
    return `${this.short(size)} ${unitName(this.ports.market(), size.unit)}`
  }

  #keep(size: Size): void {
    this.ports.set({ sizes: keepSizes(this.ports.settings().sizes, this.ports.market(), [size]) })
  }
}
