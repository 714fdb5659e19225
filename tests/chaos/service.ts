import type { FastClock } from './fast-clock'

export interface Truth {
  readonly bids: readonly { readonly price: string; readonly amount: string }[]
  readonly asks: readonly { readonly price: string; readonly amount: string }[]
}

export interface Fault {
  readonly name: string
  /** Relative to the others. */
  readonly weight: number
  readonly maxMilliseconds: number
  readonly byMarket: boolean
  /** Only for single markets. */
  readonly oneMarket?: true
  /** Only affects new subscriptions. */
  readonly ofBeginnings?: true
}

/** A service with its truth and faults. */
export interface ChaosService {
  readonly description: {
    readonly auth_url: string
    readonly client_id: string
    readonly client_secret: string
    readonly ws_url: string
  }
  /** For a replay. */
  readonly choices: string
  truth(market: string): Promise<Truth>
  pause(): Promise<void>
  resume(): Promise<void>
  /** At once. */
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

/** Silencing one market looks like a quiet one, so it is shorter than the stale limit. */
export const staleAfter = 6000
export const shortSilence = 4000
