import { diagnosticsText } from '../../messages/diagnostics'

export const pages = [
  { id: '', title: diagnosticsText.pages.overview },
  { id: 'frames', title: diagnosticsText.frames.title },
  { id: 'rehearse', title: diagnosticsText.faults.title }
] as const
export type PageId = (typeof pages)[number]['id']

/** An address that names no page leads to the first one. */
export const pageOf = (rest: string): PageId => pages.find(({ id }) => id === rest)?.id ?? ''
