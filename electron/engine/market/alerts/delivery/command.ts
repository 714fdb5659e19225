import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fail } from '#shared/domain/base/problem'
import { deliveryText } from '#shared/messages/delivery'
import type { Clock } from '../../../base/clock'

interface CommandLimits {
  readonly milliseconds: number
  readonly bytes: number
}

const commandLimits = { milliseconds: 30_000, bytes: 1_000_000 }

/** Milliseconds for the rest of the output. */
const lastOutput = 100
/** Of the output that is kept. */
const maxKept = 2000
const text = deliveryText.command

/** The variables that programs need to find their user, display and temporary files; nothing that changes how they are loaded. */
const passedOn =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TMPDIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS|SystemRoot|SystemDrive|windir|TEMP|TMP|USERPROFILE|APPDATA|LOCALAPPDATA|PATHEXT)$/i

const commandEnvironment = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => {
      const [name, value] = entry
      return value !== undefined && passedOn.test(name)
    })
  )

/** Runs a program without a shell, and returns the beginning of what it wrote. */
export function runCommand(
  clock: Clock,
  { program, args }: { readonly program: string; readonly args: readonly string[] },
  signal: AbortSignal,
  limits: CommandLimits = commandLimits
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const child = spawn(program, args, {
      shell: false,
      cwd: tmpdir(),
      env: commandEnvironment(process.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own, which is ended as a whole.
      detached: process.platform !== 'win32'
    })
    let kept = ''
    let bytes = 0
    let reason: string | null = null
    const end = (sentence: string | null) => {
      reason ??= sentence
      killGroup(child)
    }
    const onAbort = () => end(null)
    signal.addEventListener('abort', onAbort, { once: true })
    const cancelLimit = clock.later(limits.milliseconds, () => end(text.time(limits.milliseconds / 1000)))
    let cancelRest = () => {}
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        bytes += Buffer.byteLength(part)
        kept = (kept + part).slice(0, maxKept)
        if (bytes > limits.bytes) end(text.output(limits.bytes))
      })
    }
    const release = () => {
      cancelLimit()
      cancelRest()
      signal.removeEventListener('abort', onAbort)
    }
    const failed = (sentence: string) =>
      fail('delivery.command', sentence, kept === '' ? {} : { detail: kept })
    child.once('error', (problem: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return
      release()
      reject(failed(problem.code === 'ENOENT' ? text.notFound : text.notStarted))
    })
    // Whatever it started and left behind ends with it.
    child.once('exit', () => {
      killGroup(child)
      cancelRest = clock.later(lastOutput, () => {
        child.stdout.destroy()
        child.stderr.destroy()
      })
    })
    child.once('close', (code, by) => {
      release()
      if (signal.aborted) reject(asError(signal.reason))
      else if (reason !== null) reject(failed(reason))
      else if (code === 0) resolve(kept)
      else reject(failed(code === null ? text.signal(String(by)) : text.exit(code)))
    })
  })
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill()
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))
