import { expect, test } from 'vitest'
import { KeyframeWriter } from '#engine/recording/keyframes/keyframe-writer'
import { replaySpeeds } from '#shared/contract/recording/replay'
import { spellHub } from '../../../../integration/support/straight-play'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { market, RecordedLog, time } from './recorded-log'
import { Stage } from './stage'

const other = 'ETH-USD'

/** Two runs with quiet and busy times, and keyframes of most of them. */
async function randomLog(random: FuzzRandom): Promise<{ readonly log: RecordedLog; readonly end: number }> {
  const log = await RecordedLog.begin()
  let keyframes: KeyframeWriter | null = null
  let at = 0
  for (let run = 0; run < 2; run++) {
    log.start(at, [market, other])
    for (let count = 0; count < 200; count++) {
      at += random.chance(40) ? 12_000 : random.below(80)
      const of = random.pick([market, other])
      // Inside the spread, so that its side follows from earlier trades.
      if (random.chance(4)) log.trade(at, of, String(1000 + random.below(5)))
      else log.update(at, of)
      if (!random.chance(30)) continue
      await log.write()
      keyframes ??= await KeyframeWriter.open(log.folder, 10_000)
      if (!random.chance(2)) continue
      await keyframes!.follow(Infinity)
      await keyframes!.finish()
    }
    at += 60_000
  }
  await keyframes?.dispose()
  return { log: await log.write(), end: at - 60_000 }
}

const whole = ({ player: { hub } }: Stage) => [
  ...spellHub(hub!),
  ...hub!.markets.map(({ name, since }) => `${name} ${since}`)
]

test.each([1, 2, 3])('a time shows the same at every speed and after a seek (seed %i)', async (seed) => {
  const random = new FuzzRandom(seed)
  const { log, end } = await randomLog(random)
  const stage = await Stage.open(log)
  stage.draw([market, other])
  for (const speed of replaySpeeds) {
    const out = random.below(end)
    await stage.seek(Math.max(0, out - speed * random.below(2000)))
    stage.player.setSpeed(speed)
    stage.player.setRange({ in: null, out: time(out + 1), loop: false })
    stage.player.play()
    await stage.passUntil(() => stage.phase === 'ended')
    expect(stage.at).toBe(out + 1)
    const played = whole(stage)
    await stage.seek(out + 1)
    expect(whole(stage)).toEqual(played)
  }
})
