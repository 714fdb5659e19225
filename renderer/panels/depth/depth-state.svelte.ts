import { formatDecimal as plainText, parseDecimal } from '#shared/domain/base/decimal'
import type { DepthSettings } from '#shared/contract/market/panels/depth'
import { marketUnits } from '#shared/domain/market/symbol'
import type { Paint, Painter } from '../../lib/canvas'
import { formatDecimal } from '../../lib/format/number'
import type { MarketView, Side } from '../../lib/markets'
import type { PanelHost } from '../shell/panel-host.svelte'
import type { TableFigures } from '../../lib/panel-export'
import { boxLines } from './box-lines'
import { decimalOf, pointedAt, rowAt, sentFor, type Pointed, type SentLevels } from './figures'
import { NearLevels } from './near-levels'
import { paintPointed } from './paint-box'
import { nameAt, paintCost } from './paint-cost'
import { paintDepth } from './paint-depth'
import { PlotArea } from './plot-area'
import { DepthAxes, edgeOf, middleOf } from './scene'
import { depthTable, levelsTable } from './table'
import { Throttle } from '../../lib/throttle'
import { firstWanted, nearestWanted, nextWanted, type LevelsWanted } from './wanted'

interface DepthSource {
  readonly host: PanelHost
  readonly view: () => MarketView
  readonly settings: () => DepthSettings
  /** The size whose cost is shown. */
  readonly sizeName: () => string
}

/** Throttles updates while the pointer moves elsewhere. */
const pause = 70

/** A pixel for the pointer, a price for keys, which stays when the market moves. */
type Pointer = { readonly x: number } | { readonly side: Side; readonly price: string }

/** The state of one depth chart. */
export class DepthState {
  wanted = $state.raw<LevelsWanted>(firstWanted)
  /** Both sides are empty. */
  empty = $state(true)
  said = $state('')
  #painter: Painter | null = null
  readonly #axes = new DepthAxes()
  readonly #near: NearLevels
  readonly #elsewhere: Throttle
  #area: PlotArea | null = null
  #pointer: Pointer | null = null
  #pointed: Pointed | null = null
  #pointedFrom: SentLevels | null = null
  #pointedPrice: string | null = null
  /** The drawn levels; the subscription may have changed since. */
  #main: SentLevels | null = null

  constructor(private readonly source: DepthSource) {
    const repaint = () => this.#painter?.invalidate()
    this.#near = new NearLevels(source.host.desk.marketFeed, repaint)
    this.#elsewhere = new Throttle(repaint, pause, undefined, false)
  }

  start(painter: Painter): () => void {
    this.#painter = painter
    const stops = [
      this.source.view().onPaint(() => this.take()),
      this.source.host.onCursor(this.#elsewhere.call),
      () => this.#elsewhere.stop()
    ]
    this.take()
    return () => {
      stops.forEach((stop) => stop())
      this.leave()
      this.#near.close()
      this.#painter = null
    }
  }

  take(): void {
    this.#painter?.invalidate()
    const { book } = this.source.view()
    if (book === (this.#main?.book ?? null)) return
    this.#main = book && { book, ...this.wanted }
    this.empty = book === null || middleOf(book) === null
    this.judge()
  }

  /** Updates the subscription for the levels received. */
  judge(): void {
    const main = this.#main
    const edge = main && edgeOf(main.book, this.source.settings().span)
    if (!edge) return
    const { levels, grouping } = main
    if (this.source.settings().span === 'fit') {
      this.wanted = nearestWanted
      return
    }
    if (levels !== this.wanted.levels || grouping !== this.wanted.grouping) return
    this.wanted = nextWanted(main.book, this.wanted, edge)
  }

  /** Another market. */
  restart(): void {
    this.#axes.reset()
    this.leave()
    this.wanted = firstWanted
    this.take()
  }

  /** Another span or scale. */
  rescale(): void {
    this.#axes.reset()
    this.judge()
    this.#painter?.invalidate()
  }

  repaint(): void {
    this.#painter?.invalidate()
  }

  paint: Paint = (surface, look) => {
    const { context, width, height } = surface
    const { span, scale } = this.source.settings()
    context.fillStyle = look.panel
    context.fillRect(0, 0, width, height)
    const main = this.#main
    if (this.#pointer === null && this.source.host.desk.replay.standing) this.#axes.reset()
    const scene = main && this.#axes.read(main.book, span, scale, this.#pointer !== null)
    this.#area = scene && new PlotArea(scene, width, height)
    if (!main || !this.#area) return
    const { host } = this.source
    const { numbers } = host.desk.settings.now
    const number = (plain: string) => formatDecimal(plain, numbers)
    const best = main.book.best()
    const { cost } = this.source.view()
    this.#pointed = this.#read()
    const cursor = this.#pointed ? null : (host.cursor?.price ?? null)
    paintDepth(surface, look, this.#area, main, {
      number,
      mid: best && formatDecimal(plainText(best.mid), numbers, { places: main.book.news.priceScale }),
      crossed: best !== null && best.spread.units < 0n,
      cursor: cursor === null ? null : { price: Number(cursor), text: number(cursor) },
      nameAt: cost && nameAt(this.#area, cost)
    })
    if (cost) paintCost(surface, look, this.#area, cost, this.source.sizeName())
    if (this.#pointed) {
      const { price, size } = this.#pointed
      const lines = boxLines(this.#pointed, this.#boxOptions(main))
      paintPointed(surface, look, this.#area, Number(plainText(price)), Number(plainText(size)), lines)
    }
    this.#notify()
  }

  /** In pixels from the left edge. */
  pointAt(x: number): void {
    this.#pointer = { x }
    this.said = ''
    this.#want()
  }

  leave(): void {
    if (this.#pointer === null) return
    this.#pointer = null
    this.#pointed = null
    this.said = ''
    this.#near.want(null)
    this.#notify()
    this.#painter?.invalidate()
  }

  /** Positive to higher prices. */
  step(levels: number): void {
    const at = this.#pointed
    const from = this.#pointedFrom
    const main = this.#main
    if (!main) return
    if (!at || !from) return this.#stepTo(main, 'asks', 0)
    const row = at.row + (at.side === 'asks' ? levels : -levels)
    if (row < 0) return this.#stepTo(from, at.side === 'asks' ? 'bids' : 'asks', -row - 1)
    if (row < from.book.count(at.side) || from.grouping !== null) return this.#stepTo(from, at.side, row)
    // Continues with merged levels after the single ones.
    this.#stepTo(main, at.side, Math.max(row, rowAt(main.book, at.side, at.price) + 1))
  }

  /** To the best price, or the last visible one. */
  stepToEnd(side: Side): void {
    const main = this.#main
    const area = this.#area
    if (!main || !area) return
    const edge = side === 'bids' ? area.scene.from : area.scene.to
    const { priceScale } = main.book.news
    const price = decimalOf(Math.max(0, edge).toFixed(Math.min(priceScale, 30)))
    this.#stepTo(main, side, Math.max(0, rowAt(main.book, side, price)))
  }

  table(caption: string): TableFigures | null {
    const { span } = this.source.settings()
    return depthTable(caption, this.#sent(), parseDecimal(span), this.#units())
  }

  levels(caption: string): TableFigures | null {
    return this.#main && levelsTable(caption, this.#main, this.#units())
  }

  #stepTo({ book }: SentLevels, side: Side, row: number): void {
    const price = book.priceText(side, Math.min(row, book.count(side) - 1))
    if (price === null) return
    this.#pointer = { side, price }
    this.#want()
    this.#pointed = this.#read()
    this.said = this.#sentence()
  }

  #want(): void {
    this.#near.want(this.wanted.grouping === null ? null : this.source.view().market)
    this.#painter?.invalidate()
  }

  #sent(): readonly SentLevels[] {
    const main = this.#main
    const near = this.#near.sent
    return main ? (near && main.grouping !== null ? [near, main] : [main]) : []
  }

  #read(): Pointed | null {
    const pointer = this.#pointer
    const area = this.#area
    const main = this.#main
    if (!pointer || !area || !main) return null
    const price = 'price' in pointer ? pointer.price : this.#priceAt(area, pointer.x)
    const side = 'price' in pointer ? pointer.side : Number(price) >= area.scene.middle ? 'asks' : 'bids'
    const sent = this.#sent()
    const decimal = decimalOf(price)
    const source = sentFor(sent, side, decimal) ?? main
    this.#pointedFrom = source
    return pointedAt(sent, source, side, Math.max(0, rowAt(source.book, side, decimal)))
  }

  #priceAt(area: PlotArea, x: number): string {
    const price = Math.max(0, area.price(x))
    return price.toFixed(Math.min(area.scene.book.news.priceScale + 1, 30))
  }

  /** Notifies the other panels once per price. */
  #notify(): void {
    const price = this.#pointed && plainText(this.#pointed.price)
    if (price === this.#pointedPrice) return
    this.#pointedPrice = price
    this.source.host.point(price === null ? null : { at: null, price })
  }

  #units() {
    return marketUnits(this.source.view().market)
  }

  #boxOptions({ book }: SentLevels) {
    const { average, mirror } = this.source.settings()
    const { numbers } = this.source.host.desk.settings.now
    return { average, mirror, numbers, units: this.#units(), places: book.news.priceScale }
  }

  #sentence(): string {
    const main = this.#main
    if (!this.#pointed || !main) return ''
    return boxLines(this.#pointed, this.#boxOptions(main))
      .map(({ name, figure }) => `${name} ${figure}`)
      .join(', ')
  }
}
