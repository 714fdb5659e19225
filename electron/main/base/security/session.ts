import { session, type Session } from 'electron'
import type { Log } from '#engine/base/log/index'
import { isOwnAddress } from '../protocol/origin'

/** No server can listen on port 0. */
const deadProxy = '127.0.0.1:0'

/** In memory, without network access. Pages of different sessions never share a process. */
export async function setUpWindowSession(
  log: Log,
  developmentServer: string | null,
  name: 'windows' | 'targets' = 'windows'
): Promise<Session> {
  const own = session.fromPartition(name)
  denyPermissions(own, log)
  denyDevices(own)
  own.setSpellCheckerEnabled(false)
  own.on('will-download', (event, item) => {
    event.preventDefault()
    log.warn('A download was refused', { address: item.getURL() })
  })
  own.webRequest.onBeforeRequest((details, answer) => {
    const ours =
      isOwnAddress(details.url) ||
      details.url.startsWith('devtools://') ||
      (developmentServer !== null && isDevelopment(details.url, developmentServer))
    if (!ours) log.warn('A window asked for the network and was refused', { address: details.url })
    answer({ cancel: !ours })
  })
  if (developmentServer === null) {
    // Requests that bypass filters (WebRTC over TCP, preconnect) fail here, loopback included.
    await own.setProxy({ mode: 'fixed_servers', proxyRules: deadProxy, proxyBypassRules: '<-loopback>' })
  }
  return own
}

const isDevelopment = (address: string, server: string) =>
  isOwnAddress(address, server) || isOwnAddress(address, server.replace(/^http/, 'ws'))

function denyPermissions(own: Session, log: Log) {
  own.setPermissionRequestHandler((_contents, permission, answer) => {
    log.warn('A permission was refused', { permission })
    answer(false)
  })
  own.setPermissionCheckHandler(() => false)
  own.setDisplayMediaRequestHandler((_request, answer) => answer({}))
}

function denyDevices(own: Session) {
  own.setDevicePermissionHandler(() => false)
  own.setUSBProtectedClassesHandler((details) => details.protectedClasses)
  own.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }))
  own.on('select-hid-device', (event, _details, answer) => {
    event.preventDefault()
    answer(null)
  })
  own.on('select-serial-port', (event, _ports, _contents, answer) => {
    event.preventDefault()
    answer('')
  })
  own.on('select-usb-device', (event, _details, answer) => {
    event.preventDefault()
    answer()
  })
}
