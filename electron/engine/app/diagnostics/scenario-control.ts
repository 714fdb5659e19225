import * as v from 'valibot'
import type { ActiveScenario } from '#shared/contract/app/diagnostics'
import { scenarioNames, type ScenarioName } from '#shared/domain/connection/scenarios'
import { fail, ProblemError } from '#shared/domain/base/problem'
import { timelineText } from '#shared/messages/app'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The key gives full access, so it stays in main. */
export interface ControlAddress {
  readonly url: string
  readonly key: string
}

export interface FaultRequest {
  readonly name: ScenarioName
  readonly market: string | null
  readonly milliseconds: number | null
}

const timeLimit = 5000

const known = (name: string): name is ScenarioName => scenarioNames.some((each) => each === name)

const answerSchema = v.object({
  active: v.array(
    v.object({ name: v.string(), market: v.optional(v.string()), until: v.optional(v.number()) })
  )
})

export const readScenarios = (fetch: Fetch, control: ControlAddress) =>
  ask(fetch, control, '', { method: 'GET' })

export const switchOn = (
  fetch: Fetch,
  control: ControlAddress,
  { name, market, milliseconds }: FaultRequest
) =>
  ask(fetch, control, `/${name}`, {
    method: 'PUT',
    body: JSON.stringify({
      ...(market !== null && { market }),
      ...(milliseconds !== null && { for_ms: milliseconds })
    })
  })

export const switchOff = (fetch: Fetch, control: ControlAddress, name: ScenarioName) =>
  ask(fetch, control, `/${name}`, { method: 'DELETE' })

/** Every request returns the active faults. */
async function ask(
  fetch: Fetch,
  { url, key }: ControlAddress,
  path: string,
  request: { readonly method: string; readonly body?: string }
): Promise<readonly ActiveScenario[]> {
  try {
    const response = await fetch(`${url}/scenarios${path}`, {
      ...request,
      headers: {
        authorization: `Bearer ${key}`,
        ...(request.body !== undefined && { 'content-type': 'application/json' })
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit)
    })
    const text = await response.text()
    if (!response.ok) {
      throw fail('simulation.refused', timelineText.sandbox.refused, {
        detail: `${request.method} ${path}: ${response.status} ${text.slice(0, 300)}`
      })
    }
    const { active } = v.parse(answerSchema, JSON.parse(text))
    return active.flatMap(({ name, market = null, until = null }) =>
      known(name) ? [{ name, market, until }] : []
    )
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause
    throw fail('simulation.unreachable', timelineText.sandbox.unreachable, {
      retryable: true,
      detail: String(cause),
      cause
    })
  }
}
