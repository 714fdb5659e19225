import { net } from 'electron'

const interval = 2000

/** Hears when the computer loses its network or has one again. The returned function ends it. */
export function watchOnline(hear: (online: boolean) => void): () => void {
  let last = net.isOnline()
  const timer = setInterval(() => {
    const online = net.isOnline()
    if (online === last) return
    last = online
    hear(online)
  }, interval)
  return () => clearInterval(timer)
}
