import type { Clock } from '../../control/clock'
import type { ScenarioName } from '../../control/scenarios'
import type { BookMessage, MarketMessage } from '../../market/messages'

/** What the faults of one connection work with. */
export interface Distorted {
  readonly clock: Clock
  on(name: ScenarioName, market?: string): boolean
  snapshot(market: string): BookMessage | null
  subscribed(kind: MarketMessage['kind'], market: string): boolean
  write(bytes: Buffer): void
  tooFarBehind(): void
}
