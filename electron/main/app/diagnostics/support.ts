import { supportEntries, type SupportEntry, type SupportSources } from '#engine/app/diagnostics/index'
import { writeAtomically, zip } from '#engine/base/files/index'
import type { FeatureHandlers } from '#shared/contract/index'
import { fail } from '#shared/domain/base/problem'
import { dataText } from '#shared/messages/app-data'

export interface SupportPorts {
  readonly sources: SupportSources
  readonly now: () => Date
  /** Null if the user cancels. */
  readonly askForFile: (suggestion: string, windowId: string) => Promise<string | null>
  /** Calls once; the returned function cancels. */
  readonly later: (milliseconds: number, call: () => void) => () => void
}

interface Prepared {
  readonly entries: readonly SupportEntry[]
  readonly cancel: () => void
}

type Handlers = Pick<FeatureHandlers<'diagnostics'>, 'supportContents' | 'saveSupport'>

/** The listed content can be saved for this long. */
const patience = 10 * 60_000
const two = (value: number) => String(value).padStart(2, '0')

function suggestion(now: Date): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(two).join('-')
  return `leadline-support-${day}-${two(now.getHours())}${two(now.getMinutes())}.zip`
}

/** Lists the contents first, then saves exactly the chosen ones. */
export function setUpSupport(ports: SupportPorts): Handlers & { readonly dispose: () => void } {
  const prepared = new Map<string, Prepared>()

  const discard = (windowId: string) => {
    prepared.get(windowId)?.cancel()
    prepared.delete(windowId)
  }
  const prepare = async (windowId: string) => {
    const entries = await supportEntries(ports.sources)
    discard(windowId)
    const cancel = ports.later(patience, () => prepared.delete(windowId))
    prepared.set(windowId, { entries, cancel })
    return entries
  }
  return {
    async supportContents(_payload, { windowId }) {
      const entries = await prepare(windowId)
      return entries.map(({ name, file, bytes, about }) => ({ name, file, bytes, about }))
    },
    async saveSupport({ names }, { windowId }) {
      const now = ports.now()
      const entries = prepared.get(windowId)?.entries ?? (await prepare(windowId))
      const target = await ports.askForFile(suggestion(now), windowId)
      if (target === null) return null
      const chosen = entries.filter(({ name }) => names.includes(name))
      const content = await zip(
        chosen.map((entry) => ({ name: entry.file, content: entry.content })),
        now
      )
      try {
        await writeAtomically(target, content)
      } catch (problem) {
        throw fail('support.unwritten', dataText.supportFileNotWritten(target), {
          retryable: true,
          detail: String(problem),
          cause: problem
        })
      }
      discard(windowId)
      return { path: target, bytes: content.length }
    },
    dispose() {
      for (const windowId of [...prepared.keys()]) discard(windowId)
    }
  }
}
