import type { Disposable } from '#shared/domain/base/emitter'
import type { MarketMessage } from '../../market/messages'

/** A fault that holds back messages of one connection, or has to send some when its scenario ends. */
export interface Held extends Disposable {
  readonly empty: boolean
  /** Takes the message over if it must not be sent now. */
  holdMessage?(message: MarketMessage): boolean
  /** Takes the snapshot of a new subscription over if it must not be sent now. */
  holdSnapshot?(market: string): boolean
  /** Whether the market must not get any other snapshot now. */
  blocksSnapshots?(market: string): boolean
  /** Updates of the market's book were sent. */
  updated?(market: string): void
  unsubscribed?(kind: MarketMessage['kind'], market: string): void
  /** Any scenario was switched on or off. */
  scenarioChanged(): void
}
