import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { readPlainFile } from '../base/files/index'

/** Linux reports power supplies as folders of small files; Electron's own answer is always "no" there. */
const suppliesFolder = '/sys/class/power_supply'

const read = async (folder: string, name: string) =>
  (await readPlainFile(path.join(folder, name)).catch(() => null))?.toString('latin1').trim() ?? ''

/** The system's battery is discharging; batteries of mice and keyboards do not count. */
export async function onBattery(folder = suppliesFolder): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => [])
  const discharging = await Promise.all(
    names.map(async (name) => {
      const supply = path.join(folder, name)
      const [type, scope, status] = await Promise.all(
        ['type', 'scope', 'status'].map((part) => read(supply, part))
      )
      return type === 'Battery' && scope !== 'Device' && status === 'Discharging'
    })
  )
  return discharging.includes(true)
}
