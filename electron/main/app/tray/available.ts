import { askBus, hasBus, type BusPorts } from '../../base/session-bus'

interface TrayPorts extends BusPorts {
  readonly platform: string
}

const watcher = 'org.kde.StatusNotifierWatcher'

/** Only Linux desktops may lack a tray. */
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
