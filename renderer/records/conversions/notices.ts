import { conversionsText } from '#renderer/messages/conversions'
import { maxConversions, type ConversionsState } from '#shared/contract/records/conversions'
import { connectionActions } from '../../lib/connection-actions'
import { formatCount } from '../../lib/format/number'
import type { Notice } from '../../ui/notices'
import type { ConversionsStore } from './conversions.svelte'

const { notices: text } = conversionsText

export function noticesOf(conversions: ConversionsStore, shown: ConversionsState): readonly Notice[] {
  const { desk } = conversions
  const { absent, notSaved, isFull, count } = shown
  const used = desk.connections.profile(desk.connections.status.profileId)
  const isOff = used?.features.conversions === false
  const notices: (Notice | null)[] = [
    absent === null
      ? null
      : {
          id: 'connection',
          kind: isOff ? 'warning' : 'information',
          sentence: absenceText(absent, isOff, count > 0),
          actions: connectionActions(desk)
        },
    notSaved === null ? null : { id: 'not-saved', kind: 'error', sentence: notSaved },
    isFull
      ? {
          id: 'full',
          kind: 'warning',
          sentence: text.full(formatCount(maxConversions, desk.settings.now.numbers)),
          actions: [
            { label: text.saveAll, run: () => conversions.exportCsv('') },
            { label: text.makeRoom, run: () => (conversions.clearing = true) }
          ]
        }
      : null
  ]
  return notices.filter((notice) => notice !== null)
}

function absenceText(absent: string, isOff: boolean, hasHistory: boolean): string {
  if (isOff) return hasHistory ? text.historyStays(absent) : absent
  return hasHistory ? text.connectFirstHistoryStays(absent) : text.connectFirst(absent)
}
