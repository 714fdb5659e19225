import type { Page } from '@playwright/test'

export const framesOf = (page: Page, milliseconds: number): Promise<number> =>
  page.evaluate(
    (length) =>
      new Promise<number>((done) => {
        let count = 0
        let start: number | null = null
        const step = (now: number) => {
          start ??= now
          if (now - start >= length) return done((count * 1000) / (now - start))
          count += 1
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    milliseconds
  )

/** In parallel, because they share the machine. */
export async function framesOfAll(pages: readonly Page[], milliseconds: number): Promise<number> {
  const each = await Promise.all(pages.map((page) => framesOf(page, milliseconds)))
  return each.reduce((sum, frames) => sum + frames, 0) / each.length
}

export interface CanvasBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export const canvasesOf = (page: Page): Promise<CanvasBox[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('canvas')]
      .map((canvas) => canvas.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ left, top, width, height }) => ({ left, top, width, height }))
  )

/** Repaints equal canvases in an empty page. */
export const repaint = (page: Page, places: readonly CanvasBox[]): Promise<void> =>
  page.evaluate((wanted) => {
    const contexts = wanted.map(({ left, top, width, height }) => {
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(width * devicePixelRatio)
      canvas.height = Math.round(height * devicePixelRatio)
      Object.assign(canvas.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`
      })
      document.body.append(canvas)
      return canvas.getContext('2d')!
    })
    let count = 0
    const step = () => {
      count += 1
      for (const context of contexts) {
        context.fillStyle = count % 2 === 0 ? '#10141a' : '#11151b'
        context.fillRect(0, 0, context.canvas.width, context.canvas.height)
      }
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  }, places)
