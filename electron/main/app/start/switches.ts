import { app } from 'electron'
import type { Options } from './options'

/** What Chromium must know before it starts. */
export function setUpSwitches(options: Options): void {
  // A link with rel=dns-prefetch would ask the name server in spite of any content security policy.
  const settings = app.commandLine.getSwitchValue('blink-settings')
  app.commandLine.appendSwitch(
    'blink-settings',
    [settings, 'dnsPrefetchingEnabled=false'].filter(Boolean).join(',')
  )
  // Nothing but the windows' own pages may start a connection: no component updates, no field trials, no pings.
  for (const name of [
    'disable-background-networking',
    'disable-component-update',
    'no-pings',
    'disable-sync'
  ])
    app.commandLine.appendSwitch(name)
  // After six ends of the GPU process Chromium would end the app; a new process draws everything again.
  app.commandLine.appendSwitch('disable-gpu-process-crash-limit')
  // A window that another one covers would stop painting, and never get into its picture.
  if (options.shot ?? options.marks) app.commandLine.appendSwitch('disable-backgrounding-occluded-windows')
  app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp')
}
