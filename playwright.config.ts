import { defineConfig } from '@playwright/test'

// What runs side by side has a desktop each: this is read in each worker, too, before its tests are.
const desktops = JSON.parse(process.env['LEADLINE_DESKTOPS'] ?? '[]') as Record<string, string>[]
Object.assign(process.env, desktops[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)])

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Each test starts an app of its own, and waits for it more than it computes: two cores carry two.
  workers: Math.max(1, desktops.length),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']]
})
