import type { Clock } from '../../control/clock'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import type { BookMessage, MarketMessage } from '../../market/messages'

/** One connection, as its faults see it. */
export interface Distorted {
  readonly clock: Clock
  readonly open: boolean
  on(name: ScenarioName, market?: string): boolean
  snapshot(market: string): BookMessage | null
  subscribed(kind: MarketMessage['kind'], market: string): boolean
  write(bytes: Buffer): void
  tooFarBehind(): void
}
