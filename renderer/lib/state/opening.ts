import { libText } from '../../messages/lib'
import type { Bridge } from '#shared/contract/index'
import { views, type View } from '#shared/contract/workspace/views'
import type { RecordKind, RecordLink } from '#shared/domain/records/record-links'
import { valueOf } from '../client'
import type { Router } from './router.svelte'
import type { Toasts } from './toasts.svelte'

/** The possible view names of a record kind; a kind without a view is not offered. */
const homes: Readonly<Record<RecordKind, readonly string[]>> = {
  address: ['addresses'],
  conversion: ['conversions'],
  statement: ['statements']
}

export const viewOf = (kind: RecordKind): View | null =>
  views.find((view) => homes[kind].includes(view)) ?? null

interface OpeningDesk {
  readonly router: Router
  readonly toasts: Toasts
}

/**
 * Shows a record named by a link, the palette or a notification; the view removes it from the address, so that it can be
 * opened again.
 */
export function openLink({ router, toasts }: OpeningDesk, link: RecordLink): void {
  const view = link.kind === 'view' ? views.find((each) => each === link.view) : viewOf(link.kind)
  if (view) router.go(view, link.kind === 'view' ? '' : link.id)
  else if (link.kind !== 'view') toasts.show('information', libText.noView[link.kind])
}

const searchMark = 'search '
/** The rest of a route that its view searches for rather than opens. */
export const asSearch = (text: string) => `${searchMark}${text}`
export const searchIn = (rest: string): string | null =>
  rest.startsWith(searchMark) ? rest.slice(searchMark.length) : null

/** The same in a new window. */
export async function openApart(
  { bridge }: { readonly bridge: Bridge },
  kind: RecordKind,
  id: string
): Promise<void> {
  const view = viewOf(kind)
  if (view) await valueOf(bridge.call.windows.open({ view, rest: id }))
}

/** External links, clicked notifications, and the record that this window was opened for. */
export function watchLinks(desk: OpeningDesk & { readonly bridge: Bridge }): () => void {
  const stops = [
    desk.bridge.on('links.open', (link) => openLink(desk, link)),
    desk.bridge.on('windows.show', ({ view, rest }) => desk.router.go(view, rest)),
    desk.bridge.on('conversions.show', ({ id }) => openLink(desk, { kind: 'conversion', id }))
  ]
  return () => stops.forEach((stop) => stop())
}
