import { powerMonitor } from 'electron'
import { onBattery } from '#engine/app/power-supply'

export const isOnBattery = async (): Promise<boolean> =>
  process.platform === 'linux' ? onBattery().catch(() => false) : powerMonitor.isOnBatteryPower()
