import type { ElectronApplication } from '@playwright/test'

interface Call {
  readonly source: string
  readonly value: unknown
}

declare global {
  /** In main: what it has been asked for and may not have told yet. */
  var answers: Set<Promise<unknown>> | undefined
}

/**
 * From here on no answer of main is lost. The inspector asks in the middle of whatever main computes, and holds the promise
 * of an answer weakly: where garbage is collected before main's next microtask, the function has run and the call fails with
 * "Resulting promise was garbage collected". So main holds the promise itself, and settles it between two computations.
 */
export function holdAnswers(app: ElectronApplication): void {
  const evaluate: (run: (electron: unknown, call: Call) => unknown, call: Call) => Promise<unknown> =
    app.evaluate.bind(app)
  const held = (run: unknown, value: unknown) =>
    evaluate(
      (electron, call) => {
        const { runInThisContext } = process.getBuiltinModule('node:vm')
        const asked = runInThisContext(`(${call.source})`) as (electron: unknown, value: unknown) => unknown
        const answers = (globalThis.answers ??= new Set())
        const answer = new Promise((resolve, reject) => {
          void (async () => asked(electron, call.value))().then(
            (result) => setImmediate(resolve, result),
            (problem: unknown) => setImmediate(reject, problem)
          )
        })
        answers.add(answer)
        const forget = () => setImmediate(() => answers.delete(answer))
        answer.then(forget, forget)
        return answer
      },
      { source: String(run), value }
    )
  app.evaluate = held as typeof app.evaluate
}
