import type { ConversionDetail, ConversionRow } from '#shared/contract/records/conversions'
import { visible, visibleLines } from '#shared/domain/base/visible'
import type { BesideTimes } from './beside-times'
import { decoded, fieldsOf, metadataOf } from './shown'
import type { StoredConversion } from './stored'
import { timelineOf, tookOf } from './timeline'

export function detailOf(
  entry: StoredConversion,
  row: ConversionRow,
  { market, quotes }: Pick<BesideTimes, 'market' | 'quotes'>
): ConversionDetail {
  const conversion = decoded(entry)
  return {
    row,
    fields: fieldsOf(entry).map((field) => ({
      ...field,
      name: visible(field.name),
      value: visibleLines(field.value)
    })),
    metadata: metadataOf(entry),
    timeline: timelineOf(conversion),
    took: tookOf(conversion),
    seen: entry.seen.map(({ at, status }) => ({ at, status: visible(status) })),
    market,
    quotes,
    json: JSON.stringify(entry.record, null, 2)
  }
}
