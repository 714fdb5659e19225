import type { MessagePortMain } from 'electron'
import { systemClock } from '#engine/base/clock'
import { ReplayHost } from './host'
import type { WindowPort } from './session'

const { parentPort } = process
const host = new ReplayHost({ clock: systemClock, reply: (reply) => parentPort.postMessage(reply) })
parentPort.on('message', ({ data, ports }) => host.receive(data, ports[0] ? windowPort(ports[0]) : null))

function windowPort(port: MessagePortMain): WindowPort {
  return {
    send: (frame) => port.postMessage(frame),
    close: () => port.close(),
    onMessage(listener) {
      port.on('message', ({ data }) => listener(data))
      port.start()
    }
  }
}
