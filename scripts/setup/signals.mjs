import { constants } from 'node:os'

const checkInterval = 500

/**
 * Runs `stop` when this process is asked to end, or when its parent is gone: a signal sent to npm reaches the
 * shell between npm and this process, but not always this process.
 * @param {() => void} stop
 * @returns {() => void} no longer listen
 */
export function onInterrupt(stop) {
  let stopping = false
  /** Stays registered, because a second signal would otherwise end this process before its children.
   * @param {NodeJS.Signals} signal */
  const listener = (signal) => {
    if (stopping) return
    stopping = true
    stop()
    process.exit(128 + constants.signals[signal])
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, listener)
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) listener('SIGHUP')
  }, checkInterval)
  watch.unref()
  return () => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, listener)
  }
}
