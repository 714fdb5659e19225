import { filesIn, maxFiles } from './arguments'

interface FilesApp {
  on(event: 'open-file', listener: (event: { preventDefault(): void }, file: string) => void): unknown
  on(
    event: 'second-instance',
    listener: (event: unknown, args: string[], folder: string, data: unknown) => void
  ): unknown
}

interface FileReceiver {
  readonly open: (file: string) => Promise<void>
  /** A file could not be opened; the next ones are still opened. */
  readonly onFailure: (problem: unknown) => void
}

interface OpenedFiles {
  /** Opens files from now on, including waiting ones, one after the other. */
  readonly setReceiver: (receiver: FileReceiver) => void
}

/**
 * Files arrive as events on macOS, and otherwise on the command line of this or a second instance. Call before the app
 * is ready.
 */
export function setUpOpenedFiles(app: FilesApp, first: readonly string[]): OpenedFiles {
  let receiver: FileReceiver | null = null
  let isOpening = false
  const waiting: string[] = []
  const openAll = async () => {
    if (isOpening || !receiver) return
    isOpening = true
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      try {
        await receiver.open(file)
      } catch (problem) {
        receiver.onFailure(problem)
      }
    }
    isOpening = false
  }
  const accept = (files: readonly string[]) => {
    for (const file of files) if (waiting.length < maxFiles && !waiting.includes(file)) waiting.push(file)
    void openAll()
  }
  app.on('open-file', (event, file) => {
    event.preventDefault()
    accept([file])
  })
  app.on('second-instance', (_event, _args, _folder, data) => accept(filesIn(data)))
  accept(first)
  return {
    setReceiver(next) {
      receiver = next
      void openAll()
    }
  }
}
