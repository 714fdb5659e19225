import { lstat, rm } from 'node:fs/promises'
import path from 'node:path'
import { readPlainFile, replaceAtomically } from '../../base/files'
import { execOf, programIn, readEntry, textOfValue, valueOf, withKeys } from './desktop-entry'
import { findProgram } from './find-program'

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

interface Autostart {
  readonly read: () => Promise<AutostartState>
  readonly change: (on: boolean) => Promise<AutostartState>
}

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

/** Reads and changes run in order, so that the last change applies. */
export function createAutostart(ports: AutostartPorts): Autostart {
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
  return {
    read: () => inOrder(() => readAutostart(ports)),
    change: (on) => inOrder(() => changeAutostart(ports, on))
  }
}

const missing: readonly unknown[] = ['ENOENT', 'ENOTDIR']

/** Null if there is no such file. */
async function textOf(file: string): Promise<string | null> {
  try {
    return (await readPlainFile(file, maxBytes)).toString('utf8')
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && missing.includes(problem.code)) return null
    throw problem
  }
}

const find = ({ environment }: AutostartPorts, program: string) =>
  findProgram(program, environment['PATH'] ?? '')

async function isOwn(ports: AutostartPorts, started: string): Promise<boolean> {
  if (started === ports.program) return true
  const [own, other] = await Promise.all([find(ports, ports.program), find(ports, started)])
  return own !== null && own === other
}

type Entry = ReadonlyMap<string, string>

/** A desktop ignores an entry whose `TryExec` is not there. */
async function isTryExecMissing(ports: AutostartPorts, entry: Entry): Promise<boolean> {
  const required = entry.get('TryExec')
  return required !== undefined && (await find(ports, textOfValue(required))) === null
}

const isHidden = (entry: Entry) =>
  entry.get('Hidden') === 'true' || entry.get('X-GNOME-Autostart-enabled') === 'false'

async function judge(ports: AutostartPorts, file: string, text: string): Promise<AutostartState> {
  const entry = readEntry(text)
  if (!entry) return { kind: 'blocked', file }
  const started = programIn(entry.get('Exec') ?? '')
  if (started !== null && path.basename(started) !== 'leadline') return { kind: 'blocked', file }
  if (started === null || isHidden(entry) || (await isTryExecMissing(ports, entry))) return { kind: 'off' }
  return (await isOwn(ports, started)) ? { kind: 'on' } : { kind: 'other-copy', program: started }
}

async function readAutostart(ports: AutostartPorts): Promise<AutostartState> {
  for (const file of [userFile(ports), ...systemFiles(ports)]) {
    try {
      const text = await textOf(file)
      if (text !== null) return await judge(ports, file, text)
    } catch {
      return { kind: 'blocked', file }
    }
  }
  return { kind: 'off' }
}

/**
 * Edits of the user stay: only a file exactly as Leadline writes it is removed. A link is replaced or removed, since its
 * target may be the entry of a menu.
 */
async function changeAutostart(ports: AutostartPorts, on: boolean): Promise<AutostartState> {
  const before = await readAutostart(ports)
  if (before.kind === 'blocked' || before.kind === (on ? 'on' : 'off')) return before
  const file = userFile(ports)
  const text = await textOf(file)
  if (on) await replaceAtomically(file, await switchedOn(ports, text))
  else await switchOff(ports, file, text)
  return readAutostart(ports)
}

async function switchedOn(ports: AutostartPorts, text: string | null): Promise<string> {
  const { program } = ports
  if (text === null || text === suppressed) return written(program)
  const entry = readEntry(text) ?? new Map<string, string>()
  const started = programIn(entry.get('Exec') ?? '')
  const startsOwn = started !== null && (await isOwn(ports, started))
  return withKeys(text, {
    Hidden: null,
    'X-GNOME-Autostart-enabled': null,
    ...(!startsOwn && { Exec: execOf([program, quietOption]), TryExec: valueOf(program) }),
    ...((await isTryExecMissing(ports, entry)) && { TryExec: valueOf(program) })
  })
}

async function switchOff(ports: AutostartPorts, file: string, text: string | null): Promise<void> {
  if (text === null) return replaceAtomically(file, suppressed)
  if (!(await isInSystem(ports)) && ((await isLink(file)) || isAsWritten(text))) await rm(file)
  else await replaceAtomically(file, withKeys(text, { Hidden: 'true' }))
}

const isAsWritten = (text: string) => text === written(programIn(readEntry(text)?.get('Exec') ?? '') ?? '')

const isLink = async (file: string) => (await lstat(file)).isSymbolicLink()

/** A file that cannot be read may be readable at the next login. */
async function isInSystem(ports: AutostartPorts): Promise<boolean> {
  const texts = await Promise.all(systemFiles(ports).map((file) => textOf(file).catch(() => '')))
  return texts.some((text) => text !== null)
}
