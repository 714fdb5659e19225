import { expect, test } from 'vitest'
import { replaySpeeds } from '#shared/contract/recording/replay'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { market, RecordedLog, time } from './recorded-log'
import { Stage } from './stage'

const other = 'ETH-USD'

/** Two runs with quiet and busy times. */
async function randomLog(random: FuzzRandom): Promise<{ readonly log: RecordedLog; readonly end: number }> {
  const log = await RecordedLog.begin()
  let at = 0
  for (let run = 0; run < 2; run++) {
    log.start(at, [market, other])
    for (let count = 0; count < 200; count++) {
      at += random.chance(40) ? 12_000 : random.below(80)
      const of = random.pick([market, other])
      if (random.chance(4)) log.trade(at, of)
      else log.update(at, of)
      if (random.chance(30)) await log.write()
    }
    at += 60_000
  }
  return { log: await log.write(), end: at - 60_000 }
}

const whole = ({ player: { hub } }: Stage) =>
  JSON.stringify([
    hub!.save(),
    hub!.markets.map(({ state, since, reason, tape }) => [state, since, reason, tape.arrivals])
  ])

test.each([1, 2, 3])('a time shows the same at every speed and after a seek (seed %i)', async (seed) => {
  const random = new FuzzRandom(seed)
  const { log, end } = await randomLog(random)
  const stage = await Stage.open(log)
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
    expect(whole(stage)).toBe(played)
  }
})
