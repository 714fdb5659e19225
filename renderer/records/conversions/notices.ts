import { maxConversions, type ConversionsState } from '#shared/contract/records/conversions'
import { connectionActions } from '../../lib/connection-actions'
import { formatCount } from '../../lib/format/number'
import type { Notice } from '../../ui/notices'
import type { ConversionsDesk } from './conversions.svelte'

/** What a person should know before they look something up. */
export function noticesOf(conversions: ConversionsDesk, shown: ConversionsState): readonly Notice[] {
  const { desk } = conversions
  const { absent, notSaved, isFull, count } = shown
  const used = desk.connections.profile(desk.connections.status.profileId)
  const isOff = used?.features.conversions === false
  const more = [
    isOff ? '' : ' Nothing can be looked up until there is a connection.',
    count > 0 ? ' What was looked up before is all here.' : ''
  ]
  const notices: (Notice | null)[] = [
    absent === null
      ? null
      : {
          id: 'connection',
          kind: isOff ? 'warning' : 'information',
          sentence: absent + more.join(''),
          actions: connectionActions(desk)
        },
    notSaved === null ? null : { id: 'not-kept', kind: 'error', sentence: notSaved },
    isFull
      ? {
          id: 'full',
          kind: 'warning',
          sentence: `The history holds ${formatCount(maxConversions, desk.settings.now.numbers)} conversions, and takes no more until there is room. Save it as CSV first: nothing is taken out of it by itself.`,
          actions: [
            { label: 'Save all as CSV', run: () => conversions.exportCsv('') },
            { label: 'Make room…', run: () => (conversions.clearing = true) }
          ]
        }
      : null
  ]
  return notices.filter((notice) => notice !== null)
}
