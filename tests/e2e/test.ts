import { test as base } from '@playwright/test'
import { leaveApp } from './left-app'

interface WorkerFixtures {
  readonly leftApp: undefined
}

/** The one `test` of all files: when its worker ends, so does the app that its last file left running. */
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
