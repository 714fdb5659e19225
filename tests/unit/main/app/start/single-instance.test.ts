import { expect, test, vi } from 'vitest'
import { canHandOver } from '#main/app/start/single-instance'

vi.mock('electron', () => ({ app: {} }))

test('does not hand over a command line that is too long', () => {
  expect(canHandOver(['electron', '--no-sandbox', '--user-data=/data', 'leadline://statement/1'])).toBe(true)
  expect(canHandOver(['electron', `leadline://${'a'.repeat(100_000)}`])).toBe(false)
  expect(canHandOver(['electron', ...Array.from({ length: 100 }, () => 'a'.repeat(1000))])).toBe(false)
  expect(canHandOver(['electron', 'ü'.repeat(3000)])).toBe(false)
})
