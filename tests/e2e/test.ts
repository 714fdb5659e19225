import { test as base } from '@playwright/test'
import { leaveApp } from './left-app'

interface WorkerFixtures {
  readonly leftApp: undefined
}

/** Ends the app of the worker's last file. */
export const test = base.extend<object, WorkerFixtures>({
  leftApp: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await use(undefined)
      await leaveApp(null)
    },
    { scope: 'worker', auto: true }
  ]
})
