import * as v from 'valibot'
import { drawingSchema, maxDrawings, type Drawing } from '#shared/contract/market/drawings'
import { marketText } from '#shared/messages/market'
import { JsonStore, type JsonStorePorts } from '../../base/files'

const drawings = v.pipe(v.array(drawingSchema), v.maxLength(maxDrawings), v.readonly())
const fileSchema = v.looseObject({ sources: v.record(v.string(), v.record(v.string(), drawings)) })
type Content = v.InferOutput<typeof fileSchema>

const none: readonly Drawing[] = []

export async function openDrawingFile(ports: JsonStorePorts): Promise<DrawingFile> {
  return new DrawingFile(
    await JsonStore.open<Content>({
      ...ports,
      schema: fileSchema,
      version: 1,
      title: 'drawings',
      initial: { sources: {} },
      salvage
    })
  )
}

/** `drawings.json`: the drawings of each market, by connection and service. */
export class DrawingFile {
  constructor(private readonly store: JsonStore<Content>) {}

  get notice(): string | null {
    return this.store.notice
  }

  /** Of all markets and sources. */
  get count(): number {
    const markets = Object.values(this.store.value.sources).flatMap((each) => Object.values(each))
    return markets.reduce((sum, { length }) => sum + length, 0)
  }

  drawings(source: string, market: string): readonly Drawing[] {
    const markets = this.store.value.sources[source]
    return (markets && Object.hasOwn(markets, market) ? markets[market] : null) ?? none
  }

  set(source: string, market: string, all: readonly Drawing[]): Promise<void> {
    const { sources } = this.store.value
    const others = Object.entries(sources[source] ?? {}).filter(([name]) => name !== market)
    const markets = Object.fromEntries(all.length === 0 ? others : [...others, [market, all]])
    return this.store.update({ sources: { ...sources, [source]: markets } })
  }

  removeSources(isGone: (source: string) => boolean): Promise<void> {
    const all = Object.entries(this.store.value.sources)
    const kept = all.filter(([source]) => !isGone(source))
    return kept.length === all.length
      ? Promise.resolve()
      : this.store.update({ sources: Object.fromEntries(kept) })
  }

  dispose(): Promise<void> {
    return this.store.dispose()
  }
}

const record = v.record(v.string(), v.unknown())
const entriesOf = (value: unknown) => (v.is(record, value) ? Object.entries(value) : [])

/** An unreadable drawing must not affect the others. */
function salvage(damaged: Record<string, unknown>) {
  const { sources, ...rest } = damaged
  let lost = 0
  const good = (list: unknown): readonly Drawing[] => {
    const all: readonly unknown[] = Array.isArray(list) ? list : [list]
    const kept = all.filter((each): each is Drawing => v.is(drawingSchema, each)).slice(0, maxDrawings)
    lost += all.length - kept.length
    return kept
  }
  const salvaged = entriesOf(sources).map(([source, markets]) => [
    source,
    Object.fromEntries(entriesOf(markets).map(([market, list]) => [market, good(list)]))
  ])
  return {
    content: { ...rest, sources: Object.fromEntries(salvaged) as Content['sources'] },
    lost: lost === 0 ? marketText.drawings.partlyLost : marketText.drawings.lost(lost)
  }
}
