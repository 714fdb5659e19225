import type { LoggedItem } from '#engine/recording/log/lines'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { LogScript } from '../log-script'

const minute = 60_000
const hour = 60 * minute

/** Hours of one market: runs of the app, gaps, equal and late timestamps, huge and tiny numbers, pauses. */
export function randomTrades(seed: number, count: number): LoggedItem[] {
  const random = new FuzzRandom(seed)
  const script = new LogScript()
  const begin = () =>
    script
      .run()
      .subscribed()
      .snapshot([['99.5', '3']], [['101.25', '2']])
  begin()
  for (let trade = 0; trade < count; trade++) {
    if (!random.chance(4)) script.pass(random.below(random.chance(15) ? 600_000 : 9000))
    const isLong = trade === Math.floor(count * 0.6)
    if (isLong || random.chance(300)) {
      // Trades of more than a day ago are not read.
      script.pass(isLong ? 26 * hour : minute * random.between(5, 35))
      begin()
    }
    if (random.chance(300)) script.add('g', '{"dropped":0}')
    // Late, up to an hour; or of the very same time as others.
    script.ahead = random.chance(20) ? -random.below(hour) : random.chance(3) ? -(script.now % 1000) : 0
    script.trade(priceOf(random), amountOf(random))
    script.ahead = 0
    if (random.chance(5)) script.update([['99.5', String(1 + random.below(9))]], [])
  }
  return script.items
}

function priceOf(random: FuzzRandom): string {
  if (random.chance(200)) return `1${random.digits(30)}.${random.digits(20)}1`
  return `${95 + random.below(10)}.${random.digits(random.below(5) + 1)}`
}

function amountOf(random: FuzzRandom): string {
  if (random.chance(200)) return `9${random.digits(random.between(10, 40))}`
  return `${random.below(100)}.${random.digits(random.below(6) + 1)}1`
}
