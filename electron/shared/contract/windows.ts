import * as v from 'valibot'
import { call } from './call'
import { viewSchema } from './views'

export const windowsCalls = {
  open: call(v.object({ view: viewSchema })).returns<null>(),
  close: call(v.undefined()).returns<null>(),
  /** Kept with the window's place, so that a restart shows the same view. */
  rememberView: call(v.object({ view: viewSchema })).returns<null>()
}
