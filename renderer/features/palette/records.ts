import { views, viewTitles } from '../../../electron/shared/contract/views'
import {
  idsIn,
  linkTo,
  readLink,
  recordKinds,
  type RecordKind,
  type RecordLink
} from '../../../electron/shared/domain/record-links'
import type { Desk } from '../../lib/desk'
import { openLink, viewOf } from '../../lib/state/opening'
import type { PaletteEntry } from './entries'

const mostIds = 200
const titles: Readonly<Record<RecordKind, string>> = {
  conversion: 'Conversion',
  statement: 'Statement',
  address: 'Address with id'
}
/** What an id is most often copied for comes first. */
const order = Object.keys(titles) as RecordKind[]

/** What an id or a link of ours may mean: an id says nothing of its kind, so each kind that has a view is offered. */
export function recordEntries(desk: Desk, typed: string): readonly PaletteEntry[] {
  const reading = readLink(typed, views)
  if (reading) return [reading.ok ? linkEntry(desk, reading.link) : refused(reading.sentence)]
  const { ids, left } = idsIn(typed, mostIds)
  const [only] = ids
  if (only === undefined) return []
  if (ids.length === 1) return offered().map((kind) => recordEntry(desk, { kind, id: only }))
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

function several(desk: Desk, ids: readonly string[], left: number): readonly PaletteEntry[] {
  const view = viewOf('conversion')
  if (!view) return []
  return [
    {
      id: 'record:conversions',
      title: `Look up ${ids.length} conversions`,
      section: left > 0 ? `${left} more are left out` : 'Records',
      caps: [],
      disabled: elsewhere(desk),
      offered: true,
      run: () => desk.router.go(view, ids.join(' '))
    }
  ]
}

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
  disabled: link.kind !== 'view' && viewOf(link.kind) === null ? 'Not in this Leadline' : elsewhere(desk),
  offered: true,
  run: () => openLink(desk, link)
})

/** A small window has no views, and what it hands to another one is the name of a view alone. */
const elsewhere = ({ window }: Desk) => (window.content.kind === 'desk' ? null : 'In a window with all views')

const refused = (sentence: string): PaletteEntry => ({
  id: 'record:refused',
  title: 'Leadline link',
  section: 'Link',
  caps: [],
  disabled: sentence,
  offered: true,
  run: () => {}
})
