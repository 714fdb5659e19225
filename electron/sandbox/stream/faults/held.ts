import type { Disposable } from '#shared/domain/base/emitter'
import type { MarketMessage } from '../../market/messages'

/** A fault that holds messages of one connection, or must send some when it ends. */
export interface Held extends Disposable {
  readonly empty: boolean
  /** Returns true to hold the message. */
  holdMessage?(message: MarketMessage): boolean
  /** Returns true to hold the snapshot of a new subscription. */
  holdSnapshot?(market: string): boolean
  /** Whether the market must not get another snapshot now. */
  blocksSnapshots?(market: string): boolean
  /** Updates of the market were sent. */
  updated?(market: string): void
  unsubscribed?(kind: MarketMessage['kind'], market: string): void
  scenarioChanged(): void
}
