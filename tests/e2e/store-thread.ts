import type { ElectronApplication, Page } from '@playwright/test'
import { call } from './connections-desk'

/** Simulates running out of memory. */
export async function endStoreThread(app: ElectronApplication, page: Page): Promise<void> {
  await app.evaluate(() => {
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (this: InstanceType<typeof Worker>, ...words) {
      Worker.prototype.postMessage = postMessage
      postMessage.apply(this, words)
      void this.terminate()
    }
  })
  await call(page, (bridge) => bridge.call.addresses.parse({ filter: 'ids', text: 'none' })).catch(() => null)
}
