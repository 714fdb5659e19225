import type { ElectronApplication } from '@playwright/test'

/** The local sandbox's thread, found by its heap limit; `end` terminates it. Null if there is none. */
export const sandboxThread = (app: ElectronApplication, end = false): Promise<number | null> =>
  app.evaluate(async (_electron, terminate) => {
    const { Session } = process.getBuiltinModule('node:inspector/promises')
    const session = new Session()
    session.connect()
    try {
      const expression = `process.getBuiltinModule('node:worker_threads').Worker.prototype`
      const { result: prototype } = await session.post('Runtime.evaluate', { expression })
      const { objects } = await session.post('Runtime.queryObjects', {
        prototypeObjectId: prototype.objectId!
      })
      const { result, exceptionDetails } = await session.post('Runtime.callFunctionOn', {
        objectId: objects.objectId!,
        // Prototypes of subclasses are found too, and their getters throw.
        functionDeclaration: `function (terminate) {
          const isThread = (one) => Object.getOwnPropertyNames(one).includes('_events')
          const thread = this.find((one) => isThread(one) && one.threadId > 0 &&
            one.resourceLimits.maxOldGenerationSizeMb === 512)
          const id = thread?.threadId ?? null
          if (terminate) void thread?.terminate()
          return id
        }`,
        arguments: [{ value: terminate }],
        returnByValue: true
      })
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
      return result.value as number | null
    } finally {
      session.disconnect()
    }
  }, end)
