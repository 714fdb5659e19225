import { filesIn, maxFiles } from './arguments'

interface FilesApp {
  on(event: 'open-file', listener: (event: { preventDefault(): void }, file: string) => void): unknown
  on(
    event: 'second-instance',
    listener: (event: unknown, args: string[], folder: string, data: unknown) => void
  ): unknown
}

interface OpenedFiles {
  /** Opens files from now on, including waiting ones, one after the other. */
  readonly handTo: (open: (file: string) => Promise<void>) => void
}

/**
 * Files arrive as events on macOS, and otherwise on the command line of this or a second instance. Call before the app
 * is ready.
 */
export function setUpOpenedFiles(app: FilesApp, first: readonly string[]): OpenedFiles {
  let open: ((file: string) => Promise<void>) | null = null
  let isOpening = false
  const waiting: string[] = []
  const openAll = async () => {
    if (isOpening || !open) return
    isOpening = true
    try {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await open(file)
    } finally {
      isOpening = false
    }
  }
  const take = (files: readonly string[]) => {
    for (const file of files) if (waiting.length < maxFiles && !waiting.includes(file)) waiting.push(file)
    void openAll()
  }
  app.on('open-file', (event, file) => {
    event.preventDefault()
    take([file])
  })
  app.on('second-instance', (_event, _args, _folder, data) => take(filesIn(data)))
  take(first)
  return {
    handTo(next) {
      open = next
      void openAll()
    }
  }
}
