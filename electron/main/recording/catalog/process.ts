import { CatalogHost } from '#engine/recording/catalog/host'

const { parentPort } = process
const host = new CatalogHost({
  now: Date.now,
  reply: (reply) => parentPort.postMessage(reply),
  // NATS's client is loaded only for a desk feed.
  async sourceOf(feed) {
    const { ObjectSource } = await import('#engine/feed/server/object-source')
    return new ObjectSource(feed)
  }
})
parentPort.on('message', ({ data }) => host.receive(data))
