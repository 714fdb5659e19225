import type { Drawing } from '#shared/contract/market/drawings'
import { formatDecimal, type NumberFormat } from '../../../lib/format/number'
import { formatDay, formatTime, type ClockKind } from '../../../lib/format/time'
import { visible } from '#shared/domain/base/visible'
import { drawingsText } from '../../../messages/panels/drawings'

interface NameFormat {
  readonly numbers: NumberFormat
  readonly clock: ClockKind
}

const { name } = drawingsText

/** "Trend line from 64,100.00 at 24 Nov 18:10:00 to …". */
export const nameOf = (drawing: Drawing, { numbers, clock }: NameFormat): string =>
  named(drawing, ({ at, price }) =>
    name.at(formatDecimal(price, numbers), `${formatDay(at, clock)} ${formatTime(at, clock)}`)
  )

/** Without times, for a list; equal ones are numbered. */
export function shortNames(drawings: readonly Drawing[], numbers: NumberFormat): readonly string[] {
  const seen = new Map<string, number>()
  return drawings.map((drawing) => {
    const own = named(drawing, ({ price }) => formatDecimal(price, numbers))
    const number = (seen.get(own) ?? 0) + 1
    seen.set(own, number)
    return number === 1 ? own : name.number(own, number)
  })
}

function named(
  { kind, anchors, text }: Drawing,
  place: (anchor: Drawing['anchors'][number]) => string
): string {
  const [from, to] = anchors.map(place)
  const title = drawingsText.tools[kind]
  const own = to === undefined ? name.single(title, from!) : name.pair(title, from!, to)
  return text === '' ? own : name.withText(own, visible(text))
}
