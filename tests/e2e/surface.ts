import type { Page } from '@playwright/test'
import type { RunningApp } from './app'
import { expect } from './expect'
import { resize, violations } from './face'
import { faintText } from './faint-text'
import { hasNoFaults } from './faults'

/** No serious axe violations, and legible text in any theme and palette. The test of the gallery does the same. */
export async function isSound(page: Page, part: string, within?: string): Promise<void> {
  expect(await violations(page, 'all', within), part).toEqual([])
  expect(await faintText(page, within), part).toEqual([])
}

const sizes = [
  [960, 600],
  [1280, 800],
  [1680, 1050]
] as const

/** Nothing is cut off or covered at any size. */
export async function fits({ app, page }: RunningApp, part: string): Promise<void> {
  for (const [width, height] of sizes) {
    await resize(app, page, width, height)
    await hasNoFaults(page, `${part} at ${width}`)
  }
}
