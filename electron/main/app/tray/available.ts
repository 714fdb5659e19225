import { askBus, hasBus, type BusPorts } from '../../base/session-bus'

interface TrayPorts extends BusPorts {
  readonly platform: string
}

const watcher = 'org.kde.StatusNotifierWatcher'

/** Whether this desktop shows tray icons at all. Linux alone may not, and does not say so by itself. */
export async function isTrayAvailable(ports: TrayPorts): Promise<boolean> {
  if (ports.platform !== 'linux') return true
  if (!hasBus(ports.environment)) return false
  const reply = await askBus(ports, watcher, '/StatusNotifierWatcher', [
    'org.freedesktop.DBus.Properties.Get',
    `string:${watcher}`,
    'string:IsStatusNotifierHostRegistered'
  ])
  return 'said' in reply && /boolean true/.test(reply.said)
}
