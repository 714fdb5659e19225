import type { LiveMarket } from '../../types'
import type { Judge, Values } from '../types'

/** A judge of the present book alone. */
export abstract class BookJudge implements Judge {
  readonly input = 'book'
  readonly remembers = false
  missing: string | null = null

  abstract look(market: LiveMarket): boolean

  abstract values(market: LiveMarket): Values

  begin(): void {}

  resumed(): void {}
}
