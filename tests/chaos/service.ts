import type { FastClock } from './fast-clock'

export interface Truth {
  readonly bids: readonly { readonly price: string; readonly amount: string }[]
  readonly asks: readonly { readonly price: string; readonly amount: string }[]
}

export interface Fault {
  readonly name: string
  /** How often it is drawn, relative to the others. */
  readonly weight: number
  readonly maxMilliseconds: number
  readonly byMarket: boolean
  /** Only for single markets. */
  readonly oneMarket?: true
  /** Shows only where a subscription begins in its time. */
  readonly ofBeginnings?: true
}

/** A service that the engine is held against, with its truth and its faults. */
export interface ChaosService {
  readonly description: {
    readonly auth_url: string
    readonly client_id: string
    readonly client_secret: string
    readonly ws_url: string
  }
  /** The choices that it made, for a replay. */
  readonly choices: string
  truth(market: string): Promise<Truth>
  pause(): Promise<void>
  resume(): Promise<void>
  /** So many messages at once, however slow the machine is. */
  step(count: number): Promise<void>
  connections(): Promise<number>
  begin(fault: string, market: string | null): void
  end(fault: string): void
  endAll(): void
  close(): Promise<void>
}

export interface ServiceKind {
  readonly faults: readonly Fault[]
  open(seed: number, clock: FastClock): Promise<ChaosService>
}

/** A market alone that is silenced cannot be told from a quiet one, so that lasts less than the limit for staleness. */
export const staleAfter = 6000
export const shortSilence = 4000
