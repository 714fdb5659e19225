import type { Page } from '@playwright/test'
import { maxLevels } from '#shared/contract/market/markets'
import { readMarketFrame } from '#shared/contract/market/market-frame'
import { bestWidth, levelWidth, type BookNews } from '#shared/contract/market/market-news'
import { canonicalDecimal, formatUnits } from '#shared/domain/base/decimal'

/** What the port of the replay brought. */
interface Replayed {
  /** Of the newest frame, in milliseconds since the epoch. */
  readonly at: number
  readonly book: BookNews | null
}

/** Above those of the page itself. */
const interest = 2 ** 30

/** Follows the port beside the page: frames are acknowledged at once. */
export async function followReplay(page: Page): Promise<void> {
  await page.evaluate(() => {
    const listening: NonNullable<Window['listening']> = { ports: [], frames: [], closed: 0 }
    Object.assign(window, { listening })
    window.addEventListener('message', (event) => {
      const port = event.ports[0]
      if (event.data !== 'leadline:replay-port' || !port) return
      listening.ports.push(port)
      port.addEventListener('message', ({ data }) => {
        listening.frames.push(data)
        port.postMessage({ kind: 'drawn', sequence: data.sequence })
      })
      port.addEventListener('close', () => listening.closed++)
      port.start()
    })
  })
}

export async function drawReplayed(page: Page, market: string): Promise<void> {
  await page.evaluate(
    async ({ id, name, levels }) => {
      const parts = {
        book: { levels, grouping: null },
        trades: { max: 5 },
        candles: null,
        statistics: false
      }
      const drawn = await window.leadline!.call.replay.subscribe({ id, market: name, parts })
      if (!drawn.ok) throw new Error(drawn.error.sentence)
    },
    { id: interest, name: market, levels: maxLevels }
  )
}

/** After all frames; null before the first. */
export async function replayed(page: Page): Promise<Replayed | null> {
  const frames = await page.evaluate(() =>
    (window.listening?.frames ?? []).map(({ replay, markets }) => ({
      at: replay?.at ?? NaN,
      numbers: markets ? [...markets.numbers] : null,
      texts: [...(markets?.texts ?? [])]
    }))
  )
  let last = null as Replayed | null
  for (const { at, numbers, texts } of frames) {
    const { news } = numbers ? readMarketFrame({ numbers: Float64Array.from(numbers), texts }) : { news: [] }
    const own = news.find((one) => one.interest === interest)
    last = { at, book: own?.book ?? last?.book ?? null }
  }
  return last
}

/** In the form of the oracle. */
export function levelsOf({ values, bids, asks, priceScale, amountScale }: BookNews) {
  const side = (first: number, count: number) =>
    Array.from({ length: count }, (_, row) => {
      const at = bestWidth + (first + row) * levelWidth
      return [
        canonicalDecimal(formatUnits(values[at]!, priceScale)),
        canonicalDecimal(formatUnits(values[at + 1]!, amountScale))
      ]
    })
  return { bids: side(0, bids), asks: side(bids, asks) }
}
