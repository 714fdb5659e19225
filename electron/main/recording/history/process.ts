import { systemClock } from '#engine/base/clock'
import { HistoryHost } from '#engine/recording/history/host'

const { parentPort } = process
const host = new HistoryHost({ clock: systemClock, reply: (reply) => parentPort.postMessage(reply) })
parentPort.on('message', ({ data }) => host.receive(data))
