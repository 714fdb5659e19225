export interface NoticeAction {
  readonly label: string
  readonly run: () => unknown
  readonly busy?: boolean
}

/** `progress` is of work that can be stopped: no warning hides it. */
type NoticeKind = 'error' | 'progress' | 'warning' | 'information'

export interface Notice {
  readonly id: string
  readonly kind: NoticeKind
  readonly sentence: string
  /** Actions with one label do one thing, in whichever notice they stand. */
  readonly actions?: readonly NoticeAction[]
}

const order: readonly NoticeKind[] = ['error', 'progress', 'warning', 'information']
/** More at once push aside what they are about. */
export const maxNotices = 2

/** The worst come first, the rest is counted, and no button stands there twice. */
export function arrangeNotices(notices: readonly Notice[], room: number) {
  const sorted = notices.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const offered = new Set<string>()
  const shown = sorted.slice(0, room).map((notice) => {
    const actions = (notice.actions ?? []).filter(({ label }) => !offered.has(label))
    for (const { label } of actions) offered.add(label)
    return { ...notice, actions }
  })
  return { shown, folded: sorted.length - shown.length }
}
