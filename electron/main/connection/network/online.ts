import { net } from 'electron'

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
