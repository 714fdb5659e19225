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

const maxIds = 200
const titles: Readonly<Record<RecordKind, string>> = {
  conversion: 'Conversion',
  statement: 'Statement',
  address: 'Address with id'
}
const manyTitles: Readonly<Record<RecordKind, (count: number) => string>> = {
  conversion: (count) => `Look up ${count} conversions`,
  statement: (count) => `Fetch ${count} statements`,
  address: (count) => `Find ${count} addresses by their ids`
}
/** What an id is most often copied for comes first. */
const order = Object.keys(titles) as RecordKind[]

/** What an id or a link of ours may mean: an id says nothing of its kind, so each kind that has a view is offered. */
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
  return entry(desk, { link, title: view ? viewTitles[view] : link.view, section: 'Link' })
}

const recordEntry = (desk: Desk, link: Exclude<RecordLink, { kind: 'view' }>) =>
  entry(desk, { link, title: `${titles[link.kind]} ${link.id}`, section: 'Record' })

/** An id of a profile, an identity or an account is no address's own, but stands in many. */
function anywhere(desk: Desk, id: string): readonly PaletteEntry[] {
  const view = viewOf('address')
  if (!view) return []
  return [
    {
      id: 'record:anywhere',
      title: 'Addresses with this id anywhere',
      section: 'Search',
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
    section: left > 0 ? `${left} more are left out` : 'Records',
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
  disabled: link.kind !== 'view' && viewOf(link.kind) === null ? 'Not in this Leadline' : null,
  offered: true,
  run: () => openLink(desk, link)
})

const refused = (sentence: string): PaletteEntry => ({
  id: 'record:refused',
  title: 'Leadline link',
  section: 'Link',
  caps: [],
  disabled: sentence,
  offered: true,
  run: () => {}
})
