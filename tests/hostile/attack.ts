import type { ElectronApplication, Page } from '@playwright/test'
import type { CountingServer } from '../e2e/servers'
import type { HostileService } from './service'

export interface AttackContext {
  readonly app: ElectronApplication
  readonly page: Page
  readonly service: HostileService
  /** Must never be reached. */
  readonly other: CountingServer
  /** The duration factor of floods. */
  readonly factor: number
}

export interface Attack {
  readonly name: string
  /** Skipped in `npm test`. */
  readonly isLong?: boolean
  /** Returns the app's message. */
  readonly run: (desk: AttackContext) => Promise<string>
  readonly says: RegExp
  /** Why main may be blocked for longer. */
  readonly blocks?: string
}
