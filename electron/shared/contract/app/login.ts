import * as v from 'valibot'
import { call } from '../base/call'

/** Start at login, as the system has it: it can be changed outside Leadline. */
export interface LoginState {
  readonly on: boolean
  /** False where Leadline cannot change it; the sentence says why. */
  readonly canChange: boolean
  /** The state of starting at login, or why it is unavailable. */
  readonly sentence: string
}

export const loginCalls = {
  read: call(v.undefined()).returns<LoginState>(),
  change: call(v.object({ on: v.boolean() })).returns<LoginState>()
}
