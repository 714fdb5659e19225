import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { Sink } from './log'

interface FileSinkOptions {
  readonly folder: string
  readonly name?: string
  readonly maxBytes?: number
  /** Including the current one. */
  readonly files?: number
  /** Called once if the log cannot be written. */
  readonly onFailure?: (problem: unknown) => void
}

interface FileSink {
  readonly write: Sink
  readonly file: string
  readonly close: () => void
}

/**
 * Synchronous and in order, so that the lines before a crash are kept. `leadline.log` is current, `leadline.1.log`
 * the previous one.
 */
export function createFileSink(options: FileSinkOptions): FileSink {
  const { folder, name = 'leadline', maxBytes = 2 * 1024 * 1024, files = 5, onFailure } = options
  const nameOf = (age: number) => path.join(folder, age === 0 ? `${name}.log` : `${name}.${age}.log`)
  let descriptor: number | null = null
  let bytes = 0
  let failed = false

  const close = () => {
    if (descriptor !== null) closeSync(descriptor)
    descriptor = null
  }
  const open = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    descriptor = openSync(nameOf(0), 'a', 0o600)
    bytes = fstatSync(descriptor).size
    return descriptor
  }
  const rotate = () => {
    close()
    rmSync(nameOf(files - 1), { force: true })
    for (let age = files - 2; age >= 0; age--) {
      try {
        renameSync(nameOf(age), nameOf(age + 1))
      } catch (problem) {
        if (!(problem instanceof Error && 'code' in problem && problem.code === 'ENOENT')) throw problem
      }
    }
    return open()
  }
  return {
    file: nameOf(0),
    close,
    write(line) {
      try {
        const content = Buffer.from(line)
        let target = descriptor ?? open()
        if (bytes > 0 && bytes + content.length > maxBytes) target = rotate()
        for (let offset = 0; offset < content.length;) offset += writeSync(target, content, offset)
        bytes += content.length
        failed = false
      } catch (problem) {
        descriptor = null
        if (!failed) onFailure?.(problem)
        failed = true
      }
    }
  }
}
