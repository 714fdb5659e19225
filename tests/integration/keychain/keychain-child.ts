import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { build } from 'vite'
import type { KeychainChild } from '#main/connection/keychain/client'
import type { KeychainReply } from '#main/connection/keychain/messages'

const project = path.resolve(import.meta.dirname, '../../..')
// Inside the project, to resolve the native module.
const folder = path.join(project, 'node_modules/.cache/tests/keychain')

/** For plain Node. */
export async function buildKeychainProcess(): Promise<string> {
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'node20.18',
      outDir: folder,
      emptyOutDir: true,
      ssr: path.join(project, 'electron/main/connection/keychain/process.ts'),
      rollupOptions: { external: ['keytar'], output: { entryFileNames: 'keychain.mjs' } }
    },
    ssr: { noExternal: true, external: ['keytar'] }
  })
  return path.join(folder, 'keychain.mjs')
}

export function spawnWith(
  file: string,
  environment: NodeJS.ProcessEnv,
  started: (child: ChildProcess) => void = () => {}
): () => KeychainChild {
  return () => {
    const child = fork(file, [], { env: environment, execArgv: [], stdio: 'ignore' })
    started(child)
    return {
      send: (request) => void child.send(request),
      onReply: (listener) => void child.on('message', (reply) => listener(reply as KeychainReply)),
      onEnd: (listener) => void child.once('exit', listener),
      kill: () => void child.kill('SIGKILL')
    }
  }
}
