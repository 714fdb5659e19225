import type { ElectronApplication } from '@playwright/test'

export interface Blocks {
  /** Milliseconds, without time of other programs. */
  readonly longest: number
  /** Wall clock. */
  readonly maxWall: number
}

declare global {
  /** In main: blocks since the attack started. */
  var blocksOf: ((attack: string) => Blocks) | undefined
}

export const watchBlocks = (app: ElectronApplication) =>
  app.evaluate(() => {
    const { readFileSync } = process.getBuiltinModule('node:fs')
    // Nanoseconds that main's thread waited for the processor.
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

export const blocksOf = (app: ElectronApplication, attack: string): Promise<Blocks> =>
  app.evaluate((_electron, name) => globalThis.blocksOf!(name), attack)
