import type { Scene } from './scene'

const headRoom = 26
const footRoom = 20

/** Converts prices and sizes to CSS pixels. */
export class PlotArea {
  readonly top: number
  readonly bottom: number
  readonly #factor: number
  readonly #logarithms: number

  constructor(
    readonly scene: Scene,
    readonly width: number,
    height: number
  ) {
    this.top = Math.min(headRoom, height / 4)
    this.bottom = Math.max(this.top + 1, height - (height > 70 ? footRoom : 0))
    this.#factor = width / (scene.to - scene.from)
    this.#logarithms = Math.log10(scene.maximum / scene.minimum)
  }

  x(price: number): number {
    return (price - this.scene.from) * this.#factor
  }

  price(x: number): number {
    return this.scene.from + x / this.#factor
  }

  y(size: number): number {
    const { scale, maximum, minimum } = this.scene
    const part =
      scale === 'linear'
        ? size / maximum
        : size <= minimum
          ? 0
          : Math.log10(size / minimum) / this.#logarithms
    return this.bottom - Math.min(1, Math.max(0, part)) * (this.bottom - this.top)
  }
}
