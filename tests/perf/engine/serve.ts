type Handlers = Readonly<Record<string, (value: never) => unknown>>

interface Request {
  readonly id: number
  readonly call: string
  readonly value: never
}

/** Runs one call at a time and ends with its parent. */
export function serve(handlers: Handlers): void {
  const answer = async ({ id, call, value }: Request) => {
    try {
      const handler = handlers[call]
      if (!handler) throw new Error(`There is no call named ${call}.`)
      process.send?.({ id, result: await handler(value) })
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  }
  process.on('message', (request: Request) => void answer(request))
  process.once('disconnect', () => process.exit(0))
}
