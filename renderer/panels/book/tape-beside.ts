import * as v from 'valibot'
import { tapeSettings } from '#shared/contract/market/panels/trades'

/** The tape beside a book is as a Trades panel begins; whoever wants another one opens a panel. */
export const besideTape = v.parse(tapeSettings, {})
