import * as v from 'valibot'
import { isSavedBook, type SavedBook } from '#shared/domain/market/book/index'
import { savedStatus } from './book-status'
import { savedCrossing } from './crossing'
import { savedBudget } from './resync-budget'
import { savedTime, savedWhole } from './saved'
import { savedSides } from './side-checks'
import { savedDue } from './snapshot-due'
import { savedUnclearTimes } from './unclear-times'
import { savedBuffer } from './update-buffer'

/**
 * `closed`: not subscribed. `waiting`: updates are buffered until the snapshot. `following`: updates are applied.
 * `doubting`: the book is wrong and a snapshot is requested.
 */
const phases = ['closed', 'waiting', 'following', 'doubting'] as const
export type SyncPhase = (typeof phases)[number]

const serviceTime = v.object({ seconds: savedWhole, nanoseconds: savedWhole })

export const savedSync = v.object({
  book: v.custom<SavedBook>(isSavedBook),
  phase: v.picklist(phases),
  silent: v.boolean(),
  hadSnapshot: v.boolean(),
  snapshotTime: serviceTime,
  last: serviceTime,
  snapshotAt: savedTime,
  due: savedDue,
  resyncWanted: v.boolean(),
  crossedBySnapshot: v.boolean(),
  status: savedStatus,
  unclearTimes: savedUnclearTimes,
  buffer: savedBuffer,
  crossing: savedCrossing,
  /** Unknown to the first versions. */
  sides: v.optional(savedSides),
  budget: savedBudget
})
export type SavedSync = v.InferOutput<typeof savedSync>
