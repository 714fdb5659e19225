import { randomUUID } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { toProblem } from '#shared/domain/base/problem'
import { systemClock } from '#engine/base/clock'
import { AddressCore } from './core'
import type { CoreMessage, CoreRequest, WorkerSetting } from './protocol'

const port = parentPort
if (port) {
  const { folder, service } = workerData as WorkerSetting
  const post = (message: CoreMessage) => port.postMessage(message)
  const core = new AddressCore({
    folder,
    service,
    clock: systemClock,
    newId: randomUUID,
    report: (state) => post({ kind: 'state', state })
  })
  const answer = async ({ id, method, input }: CoreRequest) => {
    try {
      post({ kind: 'answer', id, result: { ok: true, value: await core[method](input) } })
    } catch (thrown) {
      post({ kind: 'answer', id, result: { ok: false, error: toProblem(thrown) } })
    }
  }
  port.on('message', (request: CoreRequest) => void answer(request))
}
