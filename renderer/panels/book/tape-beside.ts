import * as v from 'valibot'
import { tapeSettings } from '#shared/contract/market/panels/trades'

/** The tape beside a book has the default settings of a Trades panel. */
export const besideTape = v.parse(tapeSettings, {})
