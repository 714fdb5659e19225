import type { ElectronApplication, Page } from '@playwright/test'
import { call } from './connections-desk'

/** Ends the thread in which the addresses lie, as if it had run out of memory. */
export async function endStoreThread(app: ElectronApplication, page: Page): Promise<void> {
  await app.evaluate(() => {
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const { postMessage } = Worker.prototype
    // It is known by the next word that is said to it.
    Worker.prototype.postMessage = function (this: InstanceType<typeof Worker>, ...words) {
      Worker.prototype.postMessage = postMessage
      postMessage.apply(this, words)
      void this.terminate()
    }
  })
  await call(page, (bridge) => bridge.call.addresses.parse({ filter: 'ids', text: 'none' })).catch(() => null)
}
