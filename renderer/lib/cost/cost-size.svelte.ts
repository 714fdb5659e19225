import { maxSizePresets, type MarketParts } from '#shared/contract/market/markets'
import type { SizeUnit } from '#shared/domain/market/depth/index'
import { costText } from '../../messages/panels/cost'
import type { Desk } from '../desk'
import { formatDecimal } from '../format/number'
import { typedAmount } from '../format/typed-size'
import { isSameSize, keepSizes, keptSizes, shortAmount, unitName, usualSizes, type Size } from './sizes'

interface CostSizeSettings {
  readonly sizes: readonly string[]
  /** Of earlier versions, in which each panel had its own. */
  readonly presets?: readonly string[]
}

interface CostSizePorts {
  readonly desk: () => Pick<Desk, 'settings' | 'markets' | 'attempt'>
  readonly market: () => string
  readonly settings: () => CostSizeSettings
  readonly set: (changed: { readonly sizes: readonly string[] }) => void
  /** Until one is typed; null for the usual one. */
  readonly first?: (market: string) => Size | null
}

/** The size of a panel's market, as it is typed and kept, and the presets of that market. */
export class CostSize {
  /** The text of the field while it is edited. */
  #typed = $state.raw<{ readonly market: string; readonly text: string } | null>(null)

  constructor(private readonly ports: CostSizePorts) {}

  readonly #edited = $derived.by(() =>
    this.#typed?.market === this.ports.market() ? this.#typed.text : null
  )
  readonly error: string | null = $derived.by(() => {
    if (this.#edited === null || typedAmount(this.#edited, this.#numbers) !== null) return null
    return costText.invalid(formatDecimal('0.25', this.#numbers))
  })
  readonly presets: readonly Size[] = $derived.by(() => {
    const market = this.ports.market()
    const kept =
      this.ports.desk().markets.sizePresets(market) ?? keptSizes(this.ports.settings().presets ?? [], market)
    return kept.length > 0 ? kept : usualSizes(market)
  })
  readonly size: Size = $derived.by(() => {
    const market = this.ports.market()
    const kept = keptSizes(this.ports.settings().sizes, market).at(-1)
    return kept ?? this.ports.first?.(market) ?? usualSizes(market)[1]!
  })
  readonly isPreset: boolean = $derived.by(() => this.presets.some((one) => isSameSize(one, this.size)))
  /** Null while the field has no size. */
  readonly wanted: NonNullable<MarketParts['cost']> | null = $derived.by(() =>
    this.error === null ? { size: this.size.amount, unit: this.size.unit, within: null } : null
  )
  readonly text: string = $derived.by(() => this.#edited ?? formatDecimal(this.size.amount, this.#numbers))

  get market(): string {
    return this.ports.market()
  }

  type(text: string): void {
    this.#typed = { market: this.ports.market(), text }
    const amount = typedAmount(text, this.#numbers)
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
    const { size, market } = this
    const { markets, attempt } = this.ports.desk()
    const others = this.presets.filter((one) => !isSameSize(one, size))
    const presets = this.isPreset ? others : [...others, size].slice(-maxSizePresets)
    void attempt(() => markets.setSizePresets(market, presets))
  }

  short({ amount }: Size): string {
    return shortAmount(amount, this.#numbers)
  }

  named(size: Size): string {
    return `${this.short(size)} ${unitName(this.ports.market(), size.unit)}`
  }

  get #numbers() {
    return this.ports.desk().settings.now.numbers
  }

  #keep(size: Size): void {
    this.ports.set({ sizes: keepSizes(this.ports.settings().sizes, this.ports.market(), [size]) })
  }
}
