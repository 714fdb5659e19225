import { render, screen } from '@testing-library/svelte'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import QrCode from '../../../renderer/ui/QrCode.svelte'

it('draws every module inside a white border', () => {
  const text = 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  render(QrCode, { text, label: 'The address' })
  const code = screen.getByRole('img', { name: 'The address' })
  const drawn = [...(code.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)]
  const places = new Set(drawn.map(([, x, y]) => `${x} ${y}`))
  expect(places.size).toBe(drawn.length)
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) expect(places.has(`${x} ${y}`), `${x} ${y}`).toBe(data[y]![x])
  for (const [, x, y] of drawn) {
    expect(Number(x)).toBeGreaterThanOrEqual(4)
    expect(Number(y)).toBeLessThan(size - 4)
  }
})
