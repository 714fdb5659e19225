import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { SandboxDescription } from '#sandbox/index'

export interface BusyService {
  readonly description: SandboxDescription
  readonly pause: () => Promise<unknown>
  readonly resume: () => Promise<unknown>
  readonly close: () => Promise<void>
}

export async function startBusyService(root: string, rate: number): Promise<BusyService> {
  const words = [path.join(root, 'scripts/sandbox.mjs'), '--json', '--seed', '1', '--rate', String(rate)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    gone.then(() => Promise.reject(new Error('The sandbox ended before it was ready.')))
  ])) as [string]
  const description = JSON.parse(line) as SandboxDescription
  const control = async (words: string): Promise<unknown> => {
    const response = await fetch(`${description.control_url}/${words}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${description.control_key}` }
    })
    if (!response.ok) throw new Error(`${words}: ${response.status}`)
    return response.json()
  }
  return {
    description,
    pause: () => control('pause'),
    resume: () => control('resume'),
    async close() {
      child.kill()
      await gone
    }
  }
}
