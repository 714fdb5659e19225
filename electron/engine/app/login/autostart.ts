import { lstat, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { readPlainFile, writeAtomically } from '../../base/files'
import { execOf, programIn, readEntry, valueOf, withKeys } from './desktop-entry'

/** Of an XDG desktop: the user's file, or one of the system with the same name. */
interface AutostartPorts {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** The running executable. */
  readonly program: string
}

export type AutostartState =
  | { readonly kind: 'off' | 'on' }
  /** It starts, but as another program of this name. */
  | { readonly kind: 'other-copy'; readonly program: string }
  /** The file is not Leadline's, or cannot be read. */
  | { readonly kind: 'blocked'; readonly file: string }

export const quietOption = '--start-in-tray'
const fileName = 'autostart/leadline.desktop'
const maxBytes = 64 * 1024

/** Relative folders are ignored, as the specification says. */
function userFile({ environment, home }: AutostartPorts): string {
  const folder = environment['XDG_CONFIG_HOME'] ?? ''
  return path.join(path.isAbsolute(folder) ? folder : path.join(home, '.config'), fileName)
}

const systemFiles = ({ environment }: AutostartPorts) =>
  (environment['XDG_CONFIG_DIRS'] || '/etc/xdg')
    .split(':')
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, fileName))

const written = (program: string) =>
  `[Desktop Entry]
Type=Application
Name=Leadline
Icon=leadline
Exec=${execOf([program, quietOption])}
TryExec=${valueOf(program)}
Terminal=false
X-GNOME-Autostart-enabled=true
`

const suppressed = '[Desktop Entry]\nType=Application\nName=Leadline\nHidden=true\n'

/** Null if there is no such file. */
async function textOf(file: string): Promise<string | null> {
  try {
    return (await readPlainFile(file, maxBytes)).toString('utf8')
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return null
    throw problem
  }
}

async function isSame(program: string, other: string) {
  if (program === other || !path.isAbsolute(other)) return true
  const [one, two] = await Promise.all([program, other].map((file) => realpath(file).catch(() => null)))
  return one !== null && one === two
}

const isOff = (entry: ReadonlyMap<string, string>) =>
  entry.get('Hidden') === 'true' || entry.get('X-GNOME-Autostart-enabled') === 'false'

async function judge(file: string, text: string, program: string): Promise<AutostartState> {
  const entry = readEntry(text)
  if (!entry) return { kind: 'blocked', file }
  const started = programIn(entry.get('Exec') ?? '')
  if (started !== null && path.basename(started) !== 'leadline') return { kind: 'blocked', file }
  if (isOff(entry) || started === null) return { kind: 'off' }
  return (await isSame(program, started)) ? { kind: 'on' } : { kind: 'other-copy', program: started }
}

export async function readAutostart(ports: AutostartPorts): Promise<AutostartState> {
  for (const file of [userFile(ports), ...systemFiles(ports)]) {
    try {
      const text = await textOf(file)
      if (text !== null) return await judge(file, text, ports.program)
    } catch {
      return { kind: 'blocked', file }
    }
  }
  return { kind: 'off' }
}

/** Edits of the user stay: only a file exactly as Leadline writes it is removed. */
export async function changeAutostart(ports: AutostartPorts, on: boolean): Promise<AutostartState> {
  const before = await readAutostart(ports)
  if (before.kind === 'blocked' || before.kind === (on ? 'on' : 'off')) return before
  const file = userFile(ports)
  const text = await textOf(file)
  if (on)
    await writeAtomically(file, text === null ? written(ports.program) : switchedOn(text, ports.program))
  else await switchOff(ports, file, text)
  return readAutostart(ports)
}

function switchedOn(text: string, program: string): string {
  if (text === suppressed) return written(program)
  const started = programIn(readEntry(text)?.get('Exec') ?? '')
  const isOwn = started === program || started === 'leadline'
  return withKeys(text, {
    Hidden: null,
    'X-GNOME-Autostart-enabled': null,
    ...(!isOwn && { Exec: execOf([program, quietOption]), TryExec: valueOf(program) })
  })
}

async function switchOff(ports: AutostartPorts, file: string, text: string | null): Promise<void> {
  const ofSystem = await Promise.all(systemFiles(ports).map(textOf))
  const isInSystem = ofSystem.some((each) => each !== null)
  if (text === null) return writeAtomically(file, suppressed)
  const isUnchanged = text === written(programIn(readEntry(text)?.get('Exec') ?? '') ?? '')
  if (isUnchanged && !isInSystem && (await lstat(file)).isFile()) await rm(file)
  else await writeAtomically(file, withKeys(text, { Hidden: 'true' }))
}
