export interface NoticeAction {
  readonly label: string
  readonly run: () => unknown
  readonly busy?: boolean
}

/** `progress` is work that can be stopped, so no warning hides it. */
type NoticeKind = 'error' | 'progress' | 'warning' | 'information'

export interface Notice {
  readonly id: string
  readonly kind: NoticeKind
  readonly sentence: string
  /** Actions with the same label do the same thing in every notice. */
  readonly actions?: readonly NoticeAction[]
}

const order: readonly NoticeKind[] = ['error', 'progress', 'warning', 'information']
/** More would push the content out of sight. */
export const maxNotices = 2

/** The most urgent first, the rest counted, and each button only once. */
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
