export const pages = [
  { id: '', title: 'Overview' },
  { id: 'frames', title: 'Raw frames' },
  { id: 'rehearse', title: 'Rehearse' }
] as const
export type PageId = (typeof pages)[number]['id']

/** An address that names no page leads to the first one. */
export const pageOf = (rest: string): PageId => pages.find(({ id }) => id === rest)?.id ?? ''
