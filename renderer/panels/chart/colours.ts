/** Parses `#rrggbb` or `#rgb`; black if invalid. */
export function channelsOf(colour: string): readonly [number, number, number] {
  const short = /^#[0-9a-f]{3}$/i.test(colour)
  const digits = short ? colour.slice(1).replaceAll(/./g, '$&$&') : colour.slice(1)
  if (!/^[0-9a-f]{6}$/i.test(digits)) return [0, 0, 0]
  const channel = (at: number) => parseInt(digits.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

/** Blends the first color over the second. */
export function mixed(colour: string, below: string, share: number): string {
  const back = channelsOf(below)
  const channels = channelsOf(colour).map((channel, index) =>
    Math.round(channel * share + back[index]! * (1 - share))
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
