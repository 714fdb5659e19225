import type { KeychainReply, KeychainRequest } from './messages'

/** A separate process, because the library may block forever on an invisible prompt. */
const service = 'Leadline'

async function load() {
  const { default: keytar } = await import('keytar')
  return keytar
}

async function answer(request: KeychainRequest): Promise<KeychainReply> {
  const { id, account } = request
  let keytar
  try {
    keytar = await load()
  } catch (problem) {
    return { id, ok: false, reason: 'no-library', detail: textOf(problem) }
  }
  try {
    if (request.kind === 'get') return { id, ok: true, secret: await keytar.getPassword(service, account) }
    if (request.kind === 'set') await keytar.setPassword(service, account, request.secret)
    else await keytar.deletePassword(service, account)
    return { id, ok: true, secret: null }
  } catch (problem) {
    return { id, ok: false, reason: 'failed', detail: textOf(problem) }
  }
}

const textOf = (problem: unknown) => (problem instanceof Error ? problem.message : String(problem))

// Electron uses a message port, plain Node the usual channel.
const { parentPort } = process
if (parentPort) {
  parentPort.on('message', ({ data }: { data: KeychainRequest }) => {
    void answer(data).then((reply) => parentPort.postMessage(reply))
  })
} else {
  process.on('message', (request: KeychainRequest) => {
    void answer(request).then((reply) => process.send?.(reply))
  })
}
