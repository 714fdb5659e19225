import type { ElectronApplication, Page } from '@playwright/test'
import type { CountingServer } from '../e2e/servers'
import type { HostileService } from './service'

export interface AttackContext {
  readonly app: ElectronApplication
  readonly page: Page
  readonly service: HostileService
  /** Another host, which nothing may ever reach. */
  readonly other: CountingServer
  /** How often each flood and wait is as long as in `npm test`. */
  readonly factor: number
}

export interface Attack {
  readonly name: string
  /** Takes too long for `npm test`. */
  readonly isLong?: boolean
  /** Does it, and returns what the app says of it. */
  readonly run: (desk: AttackContext) => Promise<string>
  readonly says: RegExp
  /** Why main is blocked for longer than elsewhere, if it is. */
  readonly blocks?: string
}
