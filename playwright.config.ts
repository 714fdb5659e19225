import { defineConfig } from '@playwright/test'

// Each of the workers has a desktop of its own: this file is read in each of them, before its tests.
const desktops = JSON.parse(process.env['LEADLINE_DESKTOPS'] ?? '[]') as Record<string, string>[]
Object.assign(process.env, desktops[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)])

/** They take a quarter of a minute or more: last, they would leave a core idle. */
const longest = [
  'recordings',
  'chart',
  'statements-service',
  'replay-window',
  'sql',
  'stopped-panel',
  'last-figures',
  'conversions-market',
  'history',
  'desk-windows',
  'desk-feed'
].map((name) => `**/${name}.test.ts`)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // One per core: a third makes each test slower, and the whole no faster.
  workers: Math.max(1, desktops.length),
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testIgnore: longest }
  ],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']]
})
