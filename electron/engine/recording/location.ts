import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { serviceDigest, type ServiceNamed } from '../connection'
import type { PerLog } from './messages'

/** Days of a log, which is the folder of one connection. */
export interface ChosenLog {
  readonly log: string
  readonly days: readonly string[]
}

const environmentFolder = (environment: string) => `environment=${encodeURIComponent(environment)}`

/** Below that of all recordings; with a slash. */
export const serviceFolder = (service: ServiceNamed): string =>
  `${environmentFolder(service.environment)}/service=${serviceDigest(service)}`

/** The folder of a service's log, below that of all recordings; of a desk feed, of what was fetched from the desk. */
export function logFolderOf(recordings: string, service: ServiceNamed): string {
  const folder = serviceFolder(service)
  return path.join(recordings, ...(service.feed ? deskFolder(folder) : folder).split('/'), 'log')
}

/** The folders of the logs of all services. */
export async function listLogs(recordings: string): Promise<string[]> {
  const below = async (folder: string, beginning: string) => {
    const names = await readdir(folder).catch(() => [])
    return names.filter((name) => name.startsWith(beginning)).map((name) => path.join(folder, name))
  }
  const environments = await below(recordings, 'environment=')
  const services = await Promise.all(environments.map((folder) => below(folder, 'service=')))
  return services.flat().map((folder) => path.join(folder, 'log'))
}

export const budgetFor = <Limits>(log: string, { local, remote }: PerLog<Limits>): Limits =>
  log.split(path.sep).at(-3) === environmentFolder('local') ? local : remote

const importEnding = /-imported(?:-\d{1,6})?$/
const deskEnding = '-desk'

/** Recordings of other computers have folders of their own, because their numbers overlap with those recorded here. */
export const importFolder = (service: string, number: number): string =>
  `${service}-imported${number === 1 ? '' : `-${number}`}`

export const isImport = (service: string): boolean => importEnding.test(service)

/** Of what was fetched of the desk's recordings of a service. */
export const deskFolder = (service: string): string => service + deskEnding

export const isDesk = (service: string): boolean => service.endsWith(deskEnding)

/** The folder or the digest of the service itself. */
export const withoutImport = (service: string): string =>
  isDesk(service) ? service.slice(0, -deskEnding.length) : service.replace(importEnding, '')
