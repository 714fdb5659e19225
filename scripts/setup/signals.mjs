import { constants } from 'node:os'

/**
 * Runs `stop` when this process is asked to end, and then ends with the signal's code.
 * @param {() => void} stop
 * @returns {() => void} no longer listen
 */
export function onInterrupt(stop) {
  /** @param {NodeJS.Signals} signal */
  const listener = (signal) => {
    stop()
    process.exit(128 + constants.signals[signal])
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.once(signal, listener)
  return () => signals.forEach((signal) => process.off(signal, listener))
}
