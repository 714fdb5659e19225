import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { isDesk, isImport } from '../location'
import { FolderStore } from './folder-store'
import type { SharedSource } from './shared-recordings'

const environmentName = /^environment=[\w%.~-]{1,200}$/
const serviceName = /^service=[\w.-]{1,80}$/
const maxServices = 1000

/** A folder that computers of the desk have in common. */
export class FolderSource implements SharedSource {
  constructor(readonly name: string) {}

  async services(): Promise<readonly string[]> {
    const below = async (folder: string, name: RegExp) => {
      const entries = await readdir(path.join(this.name, folder), { withFileTypes: true })
      return entries
        .filter((entry) => entry.isDirectory() && name.test(entry.name))
        .map((entry) => entry.name)
    }
    const environments = await below('', environmentName).catch(() => {
      throw fail('recording.shared-folder', recordingText.shared.noFolder(this.name), { retryable: true })
    })
    const found: string[] = []
    for (const environment of environments)
      for (const service of await below(environment, serviceName).catch(() => []))
        if (!isDesk(service) && !isImport(service)) found.push(`${environment}/${service}`)
    return found.sort().slice(0, maxServices)
  }

  storeOf = (service: string): Promise<FolderStore> => Promise.resolve(new FolderStore(this.name, service))

  notRead = (reason: string): string => recordingText.shared.notRead(this.name, reason)

  dispose(): void {}
}
