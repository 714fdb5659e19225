import { views, viewTitles } from '#shared/contract/workspace/views'
import {
  idsIn,
  linkTo,
  readLink,
  recordKinds,
  type RecordKind,
  type RecordLink
} from '#shared/domain/records/record-links'
import type { Desk } from '../../lib/desk'
import { asSearch, openLink, viewOf } from '../../lib/state/opening'
import type { PaletteEntry } from './entry'
import { paletteText } from '../../messages/app'

const maxIds = 200
const titles: Readonly<Record<RecordKind, (id: string) => string>> = {
  conversion: paletteText.record.conversion,
  statement: paletteText.record.statement,
  address: paletteText.record.address
}
const manyTitles: Readonly<Record<RecordKind, (records: number) => string>> = {
  conversion: paletteText.records.conversions,
  statement: paletteText.records.statements,
  address: paletteText.records.addresses
}
/** By how often IDs are copied for them. */
const order = Object.keys(titles) as RecordKind[]

/** Views that may open an ID or link; an ID does not reveal its kind. */
export function recordEntries(desk: Desk, typed: string): readonly PaletteEntry[] {
  const reading = readLink(typed, views)
  if (reading) return [reading.ok ? linkEntry(desk, reading.link) : refused(reading.sentence)]
  const { ids, left } = idsIn(typed, maxIds)
  const [only] = ids
  if (only === undefined) return []
  if (ids.length === 1) {
    return [...offered().map((kind) => recordEntry(desk, { kind, id: only })), ...anywhere(desk, only)]
  }
  return several(desk, ids, left)
}

const offered = () => order.filter((kind) => recordKinds.includes(kind) && viewOf(kind) !== null)

function linkEntry(desk: Desk, link: RecordLink): PaletteEntry {
  if (link.kind !== 'view') return recordEntry(desk, link)
  const view = views.find((each) => each === link.view)
  return entry(desk, { link, title: view ? viewTitles[view] : link.view, section: paletteText.section.link })
}

const recordEntry = (desk: Desk, link: Exclude<RecordLink, { kind: 'view' }>) =>
  entry(desk, { link, title: titles[link.kind](link.id), section: paletteText.section.record })

/** IDs of profiles, identities and accounts occur in many addresses. */
function anywhere(desk: Desk, id: string): readonly PaletteEntry[] {
  const view = viewOf('address')
  if (!view) return []
  return [
    {
      id: 'record:anywhere',
      title: paletteText.record.anywhere,
      section: paletteText.section.search,
      caps: [],
      disabled: null,
      offered: true,
      run: () => desk.router.go(view, asSearch(id))
    }
  ]
}

const several = (desk: Desk, ids: readonly string[], left: number): readonly PaletteEntry[] =>
  offered().map((kind) => ({
    id: `record:${kind}s`,
    title: manyTitles[kind](ids.length),
    section: left > 0 ? paletteText.section.leftOut(left) : paletteText.section.records,
    caps: [],
    disabled: null,
    offered: true,
    run: () => desk.router.go(viewOf(kind)!, ids.join(' '))
  }))

interface Offer {
  readonly link: RecordLink
  readonly title: string
  readonly section: string
}

const entry = (desk: Desk, { link, title, section }: Offer): PaletteEntry => ({
  id: `record:${linkTo(link)}`,
  title,
  section,
  caps: [],
  disabled: link.kind !== 'view' && viewOf(link.kind) === null ? paletteText.unavailable.kind : null,
  offered: true,
  run: () => openLink(desk, link)
})

const refused = (sentence: string): PaletteEntry => ({
  id: 'record:refused',
  title: paletteText.record.link,
  section: paletteText.section.link,
  caps: [],
  disabled: sentence,
  offered: true,
  run: () => {}
})
