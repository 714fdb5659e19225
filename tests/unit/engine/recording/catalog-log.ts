import { LogWriter } from '#engine/recording/log/writer'
import { listSegments } from '#engine/recording/log/segments'
import { FuzzRandom } from '../../shared/wire/fuzz/random'

export const firstDay = Date.UTC(2026, 10, 24)
export const dayLength = 86_400_000
const hour = 3_600_000

/** Some days, with pauses between runs and missing numbers; each item is a member. */
export async function recordDays(
  folder: string,
  seed: number,
  days: number,
  begin = firstDay
): Promise<string[]> {
  const random = new FuzzRandom(seed)
  let now = begin + random.below(hour)
  let seq = 1
  const open = () => LogWriter.open(folder, () => now)
  let writer = await open()
  const add = async (kind: 'e' | 'f' | 'g', text: string) => {
    writer.add(seq++, { epoch: now, milliseconds: 0.25 }, kind, Buffer.from(text))
    await writer.write(false)
  }
  const run = () => add('e', JSON.stringify({ event: 'clock', epoch: now, start: true }))
  await run()
  await add('e', '{"event":"held","market":"BTCUSD"}')
  while (now < begin + days * dayLength - hour) {
    now += random.pick([300, 900, 5000, 40 * 60_000, 2 * hour])
    if (random.chance(5)) {
      await writer.close()
      writer = await open()
      await run()
      const market = random.pick(['BTCUSD', 'ETHUSD', 'ŁÓDŹ/USD'])
      await add('e', JSON.stringify({ event: 'held', market }))
    } else if (random.chance(6)) {
      seq += 1 + random.below(5)
      await add('g', '{"items":1}')
    } else await add('f', `{"n":${random.below(1e6)}}`)
  }
  await writer.close()
  return listSegments(folder)
}
