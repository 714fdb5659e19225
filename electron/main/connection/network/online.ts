import { net, powerMonitor } from 'electron'

const interval = 2000

/** Calls when the network is lost or back; returns the function that stops. */
export function watchOnline(listener: (online: boolean) => void): () => void {
  let last = net.isOnline()
  const timer = setInterval(() => {
    const online = net.isOnline()
    if (online === last) return
    last = online
    listener(online)
  }, interval)
  return () => clearInterval(timer)
}

/** Calls when the computer wakes; returns the function that stops. */
export function onWake(listener: () => void): () => void {
  powerMonitor.on('resume', listener)
  return () => powerMonitor.off('resume', listener)
}
