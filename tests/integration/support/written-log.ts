import { KeyframeWriter } from '#engine/recording/keyframes/keyframe-writer'
import type { LoggedItem } from '#engine/recording/log/lines'
import { LogWriter } from '#engine/recording/log/writer'
import type { FuzzRandom } from '../../unit/shared/wire/fuzz/random'

export const staleAfter = 10_000

interface WriteOptions {
  readonly random: FuzzRandom
  /** Items in a segment, about. */
  readonly segment?: number
  /** In how many writes the recorder starts again once. */
  readonly restarts?: number
  readonly keyframes?: boolean
  /** Whether segments are not named earlier than their items arrived. */
  readonly named?: boolean
  /** Whether the recorder ends as it should. */
  readonly finish?: boolean
}

const itemsAtOnce = 80
const hour = 3_600_000

/** Writes items as the recorder does, in members and segments of random sizes, with keyframes behind. */
export async function writeLog(folder: string, items: readonly LoggedItem[], options: WriteOptions) {
  const { random, segment = 4000, restarts = 30, keyframes = true, named = false, finish = false } = options
  let wall = items[0]!.milliseconds
  const now = () => wall
  let writer = await LogWriter.open(folder, now)
  let follower = await KeyframeWriter.open(folder, staleAfter)
  const write = async () => {
    await writer.write(false)
    if (!keyframes) return
    follower ??= await KeyframeWriter.open(folder, staleAfter)
    // Nothing is written yet.
    if (!follower) return
    while (!(await follower.follow(1000)));
    if (!random.chance(restarts)) return
    await follower.dispose()
    follower = null
    await writer.close()
    writer = await LogWriter.open(folder, now)
  }
  for (const { seq, milliseconds, nanoseconds, kind, content } of items) {
    if (content.includes('"start":true')) await write()
    if (named) wall = Math.max(wall, milliseconds)
    // Half a nanosecond, because a double is not exact.
    writer.add(seq, { epoch: milliseconds, milliseconds: (nanoseconds + 0.5) / 1e6 }, kind, content)
    if (random.chance(itemsAtOnce)) await write()
    if (random.chance(segment)) wall += hour
  }
  await write()
  if (finish) await follower?.finish()
  await follower?.dispose()
  await writer.close()
}
