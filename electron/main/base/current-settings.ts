import type { Settings } from '#shared/contract/app/settings'

export interface CurrentSettings {
  readonly now: () => Settings
  readonly onChange: (listener: () => void) => () => void
}
