import { keyframesOf } from '#engine/recording/keyframes/files'
import { membersOf, withMembers } from '#engine/recording/keyframes/members'
import { readTrades } from '#engine/recording/keyframes/read-trades'
import { tradeFiles } from '#engine/recording/keyframes/trade-source'
import { openMember } from '#engine/recording/log/member'
import { listSegments } from '#engine/recording/log/segments'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import type { FuzzRandom } from '../../unit/shared/wire/fuzz/random'
import { loggedItems, spellHub, StraightPlay } from './straight-play'
import { staleAfter } from './written-log'

const seeks = 5

export async function countKeyframes(folder: string): Promise<number> {
  const files = (await listSegments(folder)).map(keyframesOf)
  const counts = await Promise.all(files.map(async (file) => (await membersOf(file)).length))
  return counts.reduce((sum, count) => sum + count, 0)
}

interface Checked {
  readonly keyframes: number
  readonly trades: number
  readonly faults: readonly string[]
}

/** Each keyframe has the state of straight play, and no trade of the markets is there twice. */
export async function checkKeyframes(folder: string, markets: readonly string[]): Promise<Checked> {
  const faults: string[] = []
  const straight = new StraightPlay(await loggedItems(folder), staleAfter)
  const last = new Map<string, number>()
  let [keyframes, trades] = [0, 0]
  for (const segment of await listSegments(folder)) {
    const file = keyframesOf(segment)
    await withMembers(file, async (opened) => {
      for (const member of await membersOf(file)) {
        const text = openMember(await opened.read(member))!.toString('utf8')
        const { state } = JSON.parse(text) as { state: unknown }
        straight.playThrough(member.facts.lastSeq)
        keyframes += 1
        if (JSON.stringify(state) !== JSON.stringify(straight.hub.save()))
          faults.push(`The keyframe after ${member.facts.lastSeq} differs`)
      }
    })
    const parts = await tradeFiles.partsOf(segment)
    for (const market of markets)
      for (const { seq } of await readTrades(tradeFiles, segment, { parts, market })) {
        if (seq <= (last.get(market) ?? 0)) faults.push(`The trade of item ${seq} is there again`)
        last.set(market, seq)
        trades += 1
      }
  }
  return { keyframes, trades, faults }
}

/** Seeks to random items show what straight play shows. */
export async function checkSeeks(
  folder: string,
  markets: readonly string[],
  random: FuzzRandom
): Promise<readonly string[]> {
  const faults: string[] = []
  const logged = await loggedItems(folder)
  const reader = await RecordingReader.open(folder)
  const straight = new StraightPlay(logged, staleAfter)
  const chosen = Array.from({ length: seeks }, () => random.pick(logged))
  for (const at of chosen.sort((one, other) => one.seq - other.seq)) {
    const { hub } = await reader.seek(at, { staleAfter: () => staleAfter, markets: () => markets })
    straight.playUntil(at)
    straight.hub.advanceTo(at)
    const [found, wanted] = [spellHub(hub), spellHub(straight.hub)]
    const place = wanted.findIndex((line, index) => line !== found[index])
    if (place !== -1)
      faults.push(`Item ${at.seq}: ${found[place]} after a seek, ${wanted[place]} in straight play`)
  }
  await reader.dispose()
  return faults
}
