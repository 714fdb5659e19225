import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { channelsOf } from '#renderer/panels/chart/colours'
import { contrasts, HeatRamp, HeatShades, rampPlace } from '#renderer/panels/chart/heat-ramp'
import { contrast as contrastOf, looks } from '../../contrast'
import { difference, oklab } from '../../oklab'

const css = readFileSync(new URL('../../../../../renderer/ui/tokens.css', import.meta.url), 'utf8')
const whole = (text: string) => text.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
const ramps = Object.entries(looks(css)).map(([name, look]) => ({
  name,
  look,
  text: look['heat'] === 'var(--heat-grey)' ? look['heat-grey']! : look['heat']!
}))
const muted = ramps.map(({ name, look }) => ({ name: `${name}, muted`, look, text: look['heat-grey']! }))
const everyContrast = [0, 5, 25, 50, 75, 95, 100]
/** One that a person just sees. */
const visible = 0.02

const labOf = (ramp: HeatRamp, share: number, contrast: number) =>
  oklab(ramp.colourAt(rampPlace(share, contrast)))

describe.each([...ramps, ...muted])('heat in the look $name', ({ look, text }) => {
  const ramp = new HeatRamp(text)

  it('starts with the panel and changes in lightness in one direction', () => {
    expect(ramp.colourAt(0)).toEqual(channelsOf(whole(look['panel']!)))
    const steps = Array.from({ length: 401 }, (_, step) => oklab(ramp.colourAt(step / 400))[0])
    const direction = Math.sign(steps.at(-1)! - steps[0]!)
    for (let at = 1; at < steps.length; at += 1)
      expect((steps[at]! - steps[at - 1]!) * direction).toBeGreaterThanOrEqual(0)
    expect(Math.abs(steps.at(-1)! - steps[0]!)).toBeGreaterThan(0.7)
  })

  it.each(everyContrast)('shows a wall of twice its neighbors, at contrast %i', (contrast) => {
    // Typical sizes of a book are an eighth of the brightest, and a wall is more.
    for (let share = 1 / 8; share <= 1 / 2; share += 1 / 64)
      expect(difference(labOf(ramp, share, contrast), labOf(ramp, 2 * share, contrast))).toBeGreaterThan(
        2.5 * visible
      )
    // What is small differs enough to be seen.
    for (let share = 1 / 16; share <= 1 / 8; share += 1 / 256)
      expect(difference(labOf(ramp, share, contrast), labOf(ramp, 2 * share, contrast))).toBeGreaterThan(
        visible
      )
  })
})

describe.each(ramps)('beside other colors in the look $name', ({ look, text }) => {
  const ramp = new HeatRamp(text)

  it('is never close to a side of the book', () => {
    for (const side of ['bid', 'ask'])
      for (let step = 0; step <= 200; step += 1)
        expect(difference(oklab(ramp.colourAt(step / 200)), oklab(channelsOf(look[side]!)))).toBeGreaterThan(
          4 * visible
        )
  })

  it('leaves candles and lines at 3:1 to their halo over any heat', () => {
    const [, red, green, blue, percent] = /rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/.exec(look['heat-halo']!)!
    const cover = Number(percent) / 100
    const halo = [Number(red), Number(green), Number(blue)]
    for (let step = 0; step <= 50; step += 1) {
      const back = ramp
        .colourAt(step / 50)
        .map((channel, at) => Math.round(channel * (1 - cover) + halo[at]! * cover))
      const hex = `#${back.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
      for (const front of ['bid', 'ask', 'warning'])
        expect(contrastOf(look[front]!, hex)).toBeGreaterThanOrEqual(3)
    }
  })
})

const size = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
const anyContrast = fc.integer({ min: contrasts.min, max: contrasts.max })

it('is brighter for larger sizes, and darker for small ones with more contrast', () => {
  fc.assert(
    fc.property(size, size, anyContrast, anyContrast, (one, other, contrast, more) => {
      const [less, larger] = [Math.min(one, other), Math.max(one, other)]
      const place = (share: number, at = contrast) => rampPlace(share / 1e6, at)
      expect(place(less)).toBeLessThanOrEqual(place(larger))
      const [low, high] = [Math.min(contrast, more), Math.max(contrast, more)]
      expect(place(one, high)).toBeLessThanOrEqual(place(one, low))
    })
  )
  expect([rampPlace(0, 50), rampPlace(1, 50), rampPlace(7, 50)]).toEqual([0, 1, 1])
})

it('draws sizes by their bits as by the formula, and nothing where nothing rests or is known', () => {
  const ramp = new HeatRamp(ramps[0]!.text)
  fc.assert(
    fc.property(size, size, anyContrast, (drawn, brightest, contrast) => {
      const sizes = Float32Array.from([drawn, 0, NaN])
      const pixels = new Uint32Array(3)
      new HeatShades(ramp, brightest, contrast).write(sizes, pixels)
      const expected = ramp.colourAt(rampPlace(sizes[0]! / brightest, contrast))
      const found = [pixels[0]! & 255, (pixels[0]! >> 8) & 255, (pixels[0]! >> 16) & 255]
      // Two classes of one part in 256, and one of 512 shades.
      found.forEach((channel, at) => expect(Math.abs(channel - expected[at]!)).toBeLessThanOrEqual(4))
      expect([pixels[0]! >>> 24, pixels[1], pixels[2]]).toEqual([255, 0, 0])
    })
  )
})

it('is as dark as the panel for what is tiny, and brightest above the brightest size', () => {
  const shades = new HeatShades(new HeatRamp(ramps[0]!.text), 8, contrasts.usual)
  const pixels = new Uint32Array(2)
  shades.write(Float32Array.from([8 * 2 ** -40, 1e30]), pixels)
  expect([pixels[0]! & 255, pixels[1]! & 255]).toEqual([0x10, 0xff])
})
