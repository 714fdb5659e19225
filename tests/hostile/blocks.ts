import type { ElectronApplication } from '@playwright/test'

export interface Blocks {
  /** Main's longest pause in milliseconds, less the time in which another program had the processor. */
  readonly longest: number
  /** The same by the clock on the wall. */
  readonly maxWall: number
}

declare global {
  /** In main: the blocks since the attack of that name began. */
  var blocksOf: ((attack: string) => Blocks) | undefined
}

/** From here on main's loop is looked at every few milliseconds. */
export const watchBlocks = (app: ElectronApplication) =>
  app.evaluate(() => {
    const { readFileSync } = process.getBuiltinModule('node:fs')
    // Of the first thread alone, which is main's: nanoseconds in which it could run, and did not.
    const queued = () => {
      try {
        return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6
      } catch {
        return 0
      }
    }
    let [current, at, wait, longest, maxWall] = ['', performance.now(), queued(), 0, 0]
    const look = () => {
      const [now, nowWait] = [performance.now(), queued()]
      maxWall = Math.max(maxWall, now - at)
      longest = Math.max(longest, now - at - (nowWait - wait))
      at = now
      wait = nowWait
    }
    setInterval(look, 5)
    globalThis.blocksOf = (attack) => {
      look()
      if (attack !== current) [current, longest, maxWall] = [attack, 0, 0]
      return { longest: Math.round(longest), maxWall: Math.round(maxWall) }
    }
  })

/** Main's blocks since the first call with this name. */
export const blocksOf = (app: ElectronApplication, attack: string): Promise<Blocks> =>
  app.evaluate((_electron, name) => globalThis.blocksOf!(name), attack)
