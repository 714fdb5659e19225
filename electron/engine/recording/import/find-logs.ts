import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { listSegments } from '../log/segments'
import { withoutImport } from '../location'

export interface FoundLog {
  readonly folder: string
  /** Names of folders, as in the folder of recordings. */
  readonly environment: string
  readonly service: string
}

const environmentName = /^environment=[\w%.~-]{1,200}$/
const serviceName = /^service=[\w.-]{1,80}$/
/** Of a folder that was taken out of its own. */
const unknown = { environment: 'environment=unknown', service: 'service=unknown' }
const maxFolders = 1000

/** The logs in a folder: of recordings, an environment, a service, or a log itself. */
export async function findLogs(folder: string): Promise<FoundLog[]> {
  const found: FoundLog[] = []
  for (const each of await candidates(folder))
    if ((await listSegments(each)).length > 0) found.push(named(each))
  return found
}

async function candidates(folder: string): Promise<string[]> {
  const environments = await below(folder, environmentName)
  const services = await Promise.all([folder, ...environments].map((each) => below(each, serviceName)))
  return [folder, path.join(folder, 'log'), ...services.flat().map((each) => path.join(each, 'log'))]
}

/** Links are not followed. */
async function below(folder: string, name: RegExp): Promise<string[]> {
  const names = (await readdir(folder)).filter((each) => name.test(each)).slice(0, maxFolders)
  const folders = names.map((each) => path.join(folder, each))
  const areFolders = await Promise.all(folders.map(async (each) => (await lstat(each)).isDirectory()))
  return folders.filter((_each, index) => areFolders[index])
}

/** By the folders that it lies in. */
function named(folder: string): FoundLog {
  const parent = path.basename(folder) === 'log' ? path.dirname(folder) : folder
  const [service, environment] = [path.basename(parent), path.basename(path.dirname(parent))]
  return {
    folder,
    service: serviceName.test(service) ? withoutImport(service) : unknown.service,
    environment: environmentName.test(environment) ? environment : unknown.environment
  }
}
