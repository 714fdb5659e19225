import * as v from 'valibot'
import type { Log } from '#engine/base/log/index'
import { callChannel, contract, type Call, type Feature, type FeatureHandlers } from '#shared/contract/index'
import { fail, toProblem, type Problem, type Result } from '#shared/domain/base/problem'
import { problemText } from '#shared/messages/base'

export type AllHandlers = { readonly [F in Feature]: FeatureHandlers<F> }

export interface Sender {
  /** Null if it is not one of our windows. */
  readonly windowId: string | null
  readonly topFrame: boolean
  /** Whether the frame shows a page of app://leadline. */
  readonly ownPage: boolean
  readonly address: string
}

type Handler = (payload: unknown, from: { readonly windowId: string }) => unknown
interface Entry {
  readonly payload: v.GenericSchema
  readonly handle: Handler
}

type Handlers = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type Calls = Readonly<Record<string, object>>

type Answer = (sender: Sender, channel: unknown, payload: readonly unknown[]) => Promise<Result<unknown>>

/** Every call passes here: known sender, known channel, valid payload. */
export function createAnswer(handlers: Handlers, log: Log, calls: Calls = contract): Answer {
  const entries = table(handlers, calls)
  const refused = (problem: Problem, context: unknown): Result<never> => {
    log.warn(`A call was refused: ${problem.code}`, context)
    return { ok: false, error: problem }
  }
  return async (sender, channel, payload) => {
    const context = {
      channel: typeof channel === 'string' ? channel.slice(0, 80) : typeof channel,
      from: sender
    }
    if (sender.windowId === null || !sender.topFrame || !sender.ownPage) {
      return refused(problemOf('call.sender', problemText.unknownSender), context)
    }
    const entry = typeof channel === 'string' ? entries.get(channel) : undefined
    if (!entry) return refused(problemOf('call.unknown', problemText.unknownCall), context)
    const checked = payload.length > 1 ? null : v.safeParse(entry.payload, payload[0])
    if (!checked?.success) {
      const issues = checked?.issues.map((issue) => `${v.getDotPath(issue) ?? 'payload'}: ${issue.type}`)
      return refused(problemOf('call.payload', problemText.invalidCall), {
        ...context,
        issues: issues ?? 'more than one payload'
      })
    }
    try {
      return { ok: true, value: await entry.handle(checked.output, { windowId: sender.windowId }) }
    } catch (thrown) {
      const { detail, ...error } = toProblem(thrown)
      log.warn(`A call failed: ${error.code}`, { ...context, sentence: error.sentence, detail })
      return { ok: false, error }
    }
  }
}

/** Windows open before their handlers exist; calls wait until then. */
export function answerWhenReady(handlers: Promise<AllHandlers>, log: Log): Answer {
  const ready = handlers.then((all) => createAnswer(all, log))
  return async (...call) => (await ready)(...call)
}

const problemOf = (code: string, sentence: string) => fail(code, sentence).problem

function table(handlers: Handlers, allCalls: Calls): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const [feature, calls] of Object.entries(allCalls)) {
    const methods = handlers[feature]
    for (const [method, call] of Object.entries(calls) as [string, Call<unknown, unknown>][]) {
      const handle = methods?.[method]
      if (typeof handle !== 'function') throw new Error(`No handler for ${callChannel(feature, method)}`)
      entries.set(callChannel(feature, method), { payload: call.payload, handle: handle as Handler })
    }
  }
  return entries
}
