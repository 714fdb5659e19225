import { app } from 'electron'
import type { Options } from './options'

export function setUpSwitches(options: Options): void {
  // A link with rel=dns-prefetch would cause DNS requests despite the content security policy.
  const settings = app.commandLine.getSwitchValue('blink-settings')
  app.commandLine.appendSwitch(
    'blink-settings',
    [settings, 'dnsPrefetchingEnabled=false'].filter(Boolean).join(',')
  )
  // Only pages may connect: no component updates, field trials or pings.
  for (const name of [
    'disable-background-networking',
    'disable-component-update',
    'no-pings',
    'disable-sync'
  ])
    app.commandLine.appendSwitch(name)
  // By default Chromium exits after six GPU process crashes.
  app.commandLine.appendSwitch('disable-gpu-process-crash-limit')
  // Chromium does not paint covered windows.
  if (options.shot ?? options.marks) app.commandLine.appendSwitch('disable-backgrounding-occluded-windows')
  app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp')
}
