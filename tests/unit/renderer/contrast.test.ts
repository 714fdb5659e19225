import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, looks } from './contrast'

const css = readFileSync(new URL('../../../renderer/ui/tokens.css', import.meta.url), 'utf8')
const surfaces = ['window', 'panel', 'raised', 'selected', 'hover']

/** Foregrounds, backgrounds and the required contrast. */
const pairs: readonly [min: number, front: string, backs: readonly string[]][] = [
  [7, 'text', [...surfaces, 'bid-wash', 'ask-wash', 'warning-wash']],
  [7, 'accent-text', ['accent-fill', 'accent-fill-hover']],
  [4.5, 'dim', [...surfaces, 'bid-wash', 'ask-wash', 'warning-wash']],
  [4.5, 'bid', [...surfaces, 'bid-wash']],
  [4.5, 'ask', [...surfaces, 'ask-wash']],
  [4.5, 'good', surfaces],
  [4.5, 'bad', [...surfaces, 'ask-wash']],
  [4.5, 'warning', [...surfaces, 'warning-wash']],
  [4.5, 'accent', surfaces],
  [4.5, 'average', surfaces],
  [4.5, 'anchored', surfaces],
  [4.5, 'compare', surfaces],
  [3, 'profile-value', ['panel']],
  [7, 'profile-control', ['panel']],
  [4.5, 'environment-local', ['environment-local-wash']],
  [4.5, 'environment-sandbox', ['environment-sandbox-wash']],
  [4.5, 'environment-production', ['environment-production-wash']],
  [4.5, 'environment-none', ['environment-none-wash']],
  [7, 'replay-ink', ['replay', 'replay-hover']],
  [7, 'text', ['replay-wash', 'replay-bar', 'replay-selected']],
  [4.5, 'dim', ['replay-wash', 'replay-bar']],
  [4.5, 'replay', [...surfaces, 'replay-wash', 'replay-bar']],
  [4.5, 'warning', ['replay-bar']],
  [3, 'replay-line', ['window', 'panel', 'replay-bar']],
  [3, 'edge', ['replay-bar']],
  ...['a', 'b', 'c', 'd', 'e', 'f'].flatMap((group): [number, string, string[]][] => [
    [4.5, 'link-letter', [`link-${group}`]],
    [3, `link-${group}`, surfaces]
  ]),
  // QR codes.
  [15, 'ink', ['paper']],
  [3, 'edge', ['window', 'panel', 'raised']],
  [3, 'environment-production-line', ['window', 'panel']]
]

describe.each(Object.entries(looks(css)))('%s', (_look, values) => {
  const cases = pairs.flatMap(([min, front, backs]) => backs.map((back) => ({ min, front, back })))

  it.each(cases)('$front on $back reaches $least:1', ({ min, front, back }) => {
    expect(contrast(values[front]!, values[back]!)).toBeGreaterThanOrEqual(min)
  })

  it('separates both sides of a book clearly', () => {
    expect(values['bid']).not.toBe(values['ask'])
    expect(values['bid']).not.toBe(values['warning'])
  })
})

it('matches the standard: black on white is 21, equal colors 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#2fb8a0', '#2fb8a0')).toBe(1)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

it('defines every color in the light theme and each palette', () => {
  const [dark, ...others] = Object.values(looks(css))
  for (const other of others) expect(Object.keys(other).sort()).toEqual(Object.keys(dark!).sort())
})

it('uses no color outside the tokens', () => {
  const root = new URL('../../../renderer/', import.meta.url)
  const views = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.svelte')
  )
  const styleOf = (name: string) =>
    /<style>([\s\S]*)<\/style>/.exec(readFileSync(new URL(name, root), 'utf8'))?.[1]
  expect(views.length).toBeGreaterThan(20)
  expect(views.filter((name) => /#[0-9a-f]{3,8}\b|rgba?\(/i.test(styleOf(name) ?? ''))).toEqual([])
})
