import type { LoggedItem } from '#engine/recording/log/lines'
import { Exchange } from '#sandbox/market/exchange'
import { marketSpecifications } from '#sandbox/market/specifications'
import { writeMessage } from '#sandbox/stream/writing'
import { ManualClock } from '../../../sandbox/manual-clock'
import { LogScript } from '../log-script'

/** A market of the sandbox, whose trades take their size from the book, some updates late. */
export function sandboxTrades(market: string, seed: number, messages: number): LoggedItem[] {
  const clock = new ManualClock()
  const specifications = marketSpecifications.filter((each) => each.market === market)
  const exchange = new Exchange({ clock, seed, rate: 1, specifications, executionLag: 5 })
  const script = new LogScript(market)
  script.now = clock.now()
  script
    .run()
    .subscribed()
    .add('f', writeMessage(exchange.snapshot(market)!))
  exchange.onBatch((batch) => {
    for (const message of batch) script.add('f', writeMessage(message))
  })
  for (let done = 0; done < messages;) {
    clock.advance(100)
    script.pass(100)
    done += exchange.step(5)
  }
  return script.items
}
