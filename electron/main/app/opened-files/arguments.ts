import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { linkAmong } from '../links/find-link'
import { valuedOptions } from '../start/options'

/** A selection in a file manager may be larger; each file is a question. */
export const maxFiles = 10

const valued = new Set<string>(valuedOptions.map((name) => `--${name}`))

/** Files on the command line: neither options, nor their values, nor links. `app` is the folder that Electron runs. */
export function filesAmong(args: readonly string[], folder: string, app: string): string[] {
  const mark = args.indexOf('--')
  // After `--`, arguments may come from a web page.
  const own = mark < 0 ? args : args.slice(0, mark)
  return own
    .filter(
      (arg, index) =>
        arg !== '' && !arg.startsWith('-') && !valued.has(own[index - 1] ?? '') && linkAmong([arg]) === null
    )
    .map((arg) => pathOf(arg, folder))
    .filter((file) => file !== app)
    .slice(0, maxFiles)
}

function pathOf(arg: string, folder: string): string {
  if (!/^file:/i.test(arg)) return path.resolve(folder, arg)
  try {
    return fileURLToPath(arg)
  } catch {
    // Of another computer: reading it fails with a clear sentence.
    return arg
  }
}

const handedOver = v.object({
  files: v.pipe(v.array(v.pipe(v.string(), v.maxLength(4096))), v.maxLength(maxFiles))
})

/** From a second instance, which may be another version. */
export function filesIn(data: unknown): readonly string[] {
  return v.is(handedOver, data) ? data.files : []
}
