import type { JSHandle, Page } from '@playwright/test'

interface Key {
  readonly at: number
  readonly frame: number
  painted?: { readonly milliseconds: number; readonly frames: number }
}

export interface FrameWatch {
  readonly keys: Key[]
  readonly isAnswered: () => boolean
  readonly restart: () => void
  readonly paced: () => { frames: number; blank: number; p95: number; longest: number }
}

/** Measures key presses, results and frames within the page. */
export const watchFrames = (page: Page): Promise<JSHandle<FrameWatch>> =>
  page.evaluateHandle(() => {
    const min = 3
    const keys: Key[] = []
    let frame = 0
    let last = performance.now()
    let gaps: number[] = []
    let blank = 0
    let waiting: { key: Key; text: string } | null = null
    const field = document.querySelector<HTMLInputElement>('input[type="search"], [data-search]')!
    const shows = (text: string) => {
      const mark = document.querySelector('[role="grid"] [data-row] mark')
      return mark?.textContent.toLowerCase() === text
    }
    field.addEventListener('input', () => {
      const text = field.value.trim().toLowerCase()
      waiting = null
      if (text.length < min) return
      const key: Key = { at: performance.now(), frame }
      keys.push(key)
      waiting = { key, text }
    })
    const tick = (now: number) => {
      frame += 1
      gaps.push(now - last)
      last = now
      const rows = [...document.querySelectorAll('[role="grid"] [data-row] .address')]
      if (rows.some((cell) => cell.textContent === '…')) blank += 1
      // Later callbacks may still change this frame, so it counts as the next.
      const isShown = waiting !== null && shows(waiting.text)
      if (waiting && isShown) {
        const { key } = waiting
        key.painted = { milliseconds: now - key.at, frames: frame - key.frame }
        waiting = null
      }
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    return {
      keys,
      isAnswered: () => waiting === null,
      restart() {
        gaps = []
        blank = 0
      },
      paced() {
        const sorted = gaps.toSorted((one, other) => one - other)
        return {
          frames: gaps.length,
          blank,
          p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
          longest: sorted.at(-1) ?? 0
        }
      }
    }
  })

export function framesFromKeyToResult(watch: JSHandle<FrameWatch>) {
  return watch.evaluate(({ keys }) => {
    const painted = keys.flatMap((key) => key.painted ?? [])
    const of = (name: 'frames' | 'milliseconds') => {
      const sorted = painted.map((one) => one[name]).toSorted((one, other) => one - other)
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      return { median: at(0.5), p95: at(0.95), longest: at(1) }
    }
    return {
      keys: keys.length,
      answered: painted.length,
      frames: of('frames'),
      milliseconds: of('milliseconds')
    }
  })
}
