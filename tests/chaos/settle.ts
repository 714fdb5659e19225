import type { ChaosHarness } from './desk'

const settleLimit = 300_000

/** Waits until every book is live and true; returns the error otherwise. */
export async function settle(desk: ChaosHarness, markets: readonly string[]): Promise<string | null> {
  desk.service.endAll()
  const until = desk.clock.monotonic() + settleLimit
  for (;;) {
    // As a user would.
    if (desk.live.session.status.phase === 'refused') desk.live.session.retryNow()
    await desk.service.step(50)
    await desk.stand()
    const wrong = await differences(desk, markets)
    // Paused, to compare the same moment.
    if (wrong === null) return null
    await desk.service.resume()
    if (desk.clock.monotonic() > until) return `After ${settleLimit} ms: ${wrong}`
    await desk.wait(300)
  }
}

async function differences(desk: ChaosHarness, markets: readonly string[]): Promise<string | null> {
  const notLive = markets.map((name) => desk.market(name)).filter(({ state }) => state !== 'live')
  if (notLive.length > 0) {
    const { phase, sentence } = desk.live.session.status
    const books = notLive.map(({ name, state, reason }) => `${name} ${state}: ${reason}`)
    return `${books.join('; ')}; stream ${phase}: ${sentence}`
  }
  for (const name of markets) {
    const differs = desk.differs(desk.market(name), await desk.service.truth(name))
    if (differs !== null) return `${name} ${differs}`
  }
  return null
}
