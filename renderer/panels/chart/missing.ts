import type { Desk } from '../../lib/desk'
import { notSharedYet } from '../../lib/not-shared'
import { chartText } from '../../messages/panels/chart'

/** What is said of a gap that ends then, in milliseconds by the service's clock. */
export function missingText(desk: Desk, end: number): string {
  const at = Math.min(end - desk.health.clockOffset, Date.now())
  const later = desk.replay.active ? null : notSharedYet(desk, at)
  return later?.label ?? chartText.gaps.unrecorded
}
