import { CatalogHost } from '#engine/recording/catalog/host'

const { parentPort } = process
const host = new CatalogHost({ now: Date.now, reply: (reply) => parentPort.postMessage(reply) })
parentPort.on('message', ({ data }) => host.receive(data))
