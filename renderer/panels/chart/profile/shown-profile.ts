import { studyText } from '../../../messages/panels/studies'
import { formatDecimal as plain } from '#shared/domain/base/decimal'
import { formatDecimal, type NumberFormat } from '../../../lib/format/number'
import { formatAsOf, type ClockKind } from '../../../lib/format/time'
import type { LegendFigure } from '../legend'
import type { ProfileData } from './profile-data'
import type { ProfileState } from './profile-loader'
import { recordedShare } from './recorded-share'
import { binHeight, binned, joined, levelHeight, priceOf, type BinnedProfile } from './value-area'

export interface ShownProfile {
  /** Null without trades. */
  readonly binned: BinnedProfile | null
  /** The same as it is drawn: in bars of one bin or several. */
  readonly bars: BinnedProfile | null
  /** Its bins, and what is missing. */
  readonly words: string
}

/** Of a bar, in pixels. */
const minHeight = 3

interface Sources {
  readonly data: ProfileData | null
  readonly state: ProfileState
  /** In milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** The coverage known to the chart itself, from a time on. */
  readonly chart: { readonly from: number; readonly spans: Float64Array }
  /** Of the price axis; 0 while it is unknown. */
  readonly pricePerPixel: number
  readonly numbers: NumberFormat
  readonly clock: ClockKind
}

/** Bins what is shown, and again only after a change. */
export class ProfileBins {
  #version = -1
  #data: ProfileData | null = null
  #binned: BinnedProfile | null = null
  #bars: BinnedProfile | null = null
  #count = 0n

  read(sources: Sources): ShownProfile {
    const { data, state, pricePerPixel } = sources
    if (!data) {
      const { loading, failed } = studyText.profile
      return { binned: null, bars: null, words: state === 'failed' ? failed : loading }
    }
    const isSame = data === this.#data && data.version === this.#version
    if (!isSame) this.#binned = binned(data.total, levelHeight(data.total))
    this.#data = data
    this.#version = data.version
    const bins = this.#binned
    const pixel = bins && (pricePerPixel * 10 ** bins.priceScale) / Number(bins.height)
    const count = pixel === null ? 1n : binHeight(pixel * minHeight)
    if (!isSame || count !== this.#count) this.#bars = bins && joined(bins, count)
    this.#count = count
    return { binned: bins, bars: this.#bars, words: wordsOf(bins, data, sources) }
  }
}

function wordsOf(
  bins: BinnedProfile | null,
  data: ProfileData,
  { from, to, chart, numbers, clock }: Sources
): string {
  const { profile } = studyText
  if (!bins) return profile.empty
  const share = recordedShare({ from: Math.max(from, data.from * 1000), to }, data.spans, chart)
  const late = data.from * 1000 > from ? [profile.late(formatAsOf(data.from * 1000, to, clock))] : []
  // Rounded down, so that 100 % has no gap.
  const percent = Math.floor(share * 1000 + 1e-6) / 10
  const gaps = percent < 100 ? [profile.recorded(formatDecimal(String(percent), numbers))] : []
  return [profile.bins(formatDecimal(plain(priceOf(bins, 1n)), numbers)), ...late, ...gaps].join(' · ')
}

/** The prices of the value area, and what was traded. */
export function profileFigures(shown: ShownProfile | null, numbers: NumberFormat): LegendFigure[] {
  if (!shown?.binned) return []
  const { names, hints } = studyText.profile
  return Object.entries(profileValues(shown.binned)).map(([name, text]) => ({
    name: names[name as keyof typeof names],
    title: `${hints[name as keyof typeof names]}. ${shown.words}`,
    text: formatDecimal(text, numbers),
    tone: 'plain',
    rank: 2
  }))
}

/** Exact. */
export function profileValues(bins: BinnedProfile) {
  const highest = priceOf(bins, bins.high + 1n)
  return {
    control: plain(priceOf(bins, bins.control)),
    high: plain({ ...highest, units: highest.units - 1n }),
    low: plain(priceOf(bins, bins.low)),
    total: plain({ units: bins.total, scale: bins.amountScale })
  }
}
