import { diagnosticsText } from '../../messages/diagnostics'

export const pages = [
  { id: '', title: diagnosticsText.pages.overview },
  { id: 'frames', title: diagnosticsText.frames.title },
  { id: 'faults', title: diagnosticsText.faults.title }
] as const
export type PageId = (typeof pages)[number]['id']

/** The first page by default. */
export const pageOf = (rest: string): PageId => pages.find(({ id }) => id === rest)?.id ?? ''
