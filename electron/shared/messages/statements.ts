import { choose, count, list, number, plural } from './language'

const statements = (many: number) => count(many, 'statement')
const states = { altered: 'altered', missing: 'missing', unreadable: 'unreadable' }
type FileCounts = Readonly<Record<keyof typeof states, number>>

const fileCounts = (counts: FileCounts, one: string, other: string) =>
  (['altered', 'missing', 'unreadable'] as const).flatMap((state) =>
    counts[state] > 0 ? [`${count(counts[state], `file ${one}`, `files ${other}`)} ${states[state]}`] : []
  )

export const problemsText = choose({
  en: {
    states,
    list: {
      missing: 'SHA256SUMS is missing. Until it is restored, deleted statements cannot be detected.',
      shortened: (found: number, before: number) =>
        `SHA256SUMS lists ${statements(found)}, and listed ${number(before)} when this computer last wrote it.`,
      changed:
        'SHA256SUMS was changed since this computer last wrote it. This is expected if another computer uses this archive.',
      foreign: (lines: number) =>
        `SHA256SUMS has ${count(lines, 'line that does', 'lines that do')} not name a file of a statement. ${plural(lines, { one: 'It is', other: 'They are' })} ignored.`,
      unreadable: (reason: string) =>
        `SHA256SUMS cannot be read, so deleted statements cannot be detected. ${reason}`
    },
    disputed: (many: number) =>
      `${count(many, 'statement is', 'statements are')} disputed: statement.json does not match SHA256SUMS, the version that this computer fetched, or the service.`,
    damaged: (counts: FileCounts) => `${fileCounts(counts, 'is', 'are').join(', ')}.`,
    removed: (many: number) =>
      `${count(many, 'statement is', 'statements are')} missing: ${plural(many, { one: 'its folder or its', other: 'their folders or their' })} statement.json cannot be found.`,
    moved: (many: number) =>
      `${count(many, 'statement is', 'statements are')} not in ${plural(many, { one: 'its own folder', other: 'their own folders' })}. Move ${plural(many, { one: 'it', other: 'them' })} back to include ${plural(many, { one: 'it', other: 'them' })} in totals.`,
    belongsIn: (folder: string) => `belongs in ${folder}`,
    unknownFiles: (many: number) =>
      `${count(many, 'file', 'files')} in the archive ${plural(many, { one: 'was', other: 'were' })} not put there by Leadline.`,
    uncompared: (many: number) =>
      `${count(many, 'statement was', 'statements were')} not fetched by this computer. Compare ${plural(many, { one: 'it', other: 'them' })} with the service before relying on ${plural(many, { one: 'it', other: 'them' })}.`,
    verifyFailed: (reason: string) => `The last automatic verification did not finish. ${reason}`,
    copyDiffers: (many: number) =>
      `${count(many, 'statement differs', 'statements differ')} between the archive and the second copy, and both versions look intact. Choose which to keep.`,
    copyDamaged: (counts: FileCounts, isRepaired: boolean) =>
      `In the second copy, ${list(fileCounts(counts, 'was', 'were'))}. ${
        isRepaired
          ? `The archive’s version was copied again.${counts.altered > 0 ? ' The altered version was kept beside it.' : ''}`
          : 'It has not been repaired yet.'
      }`,
    copyBehind: (folder: string, many: number) =>
      `The second copy in ${folder} is ${statements(many)} behind.`,
    notFetched: (many: number, reason: string | null) =>
      `${count(many, 'statement is', 'statements are')} not complete. ${reason ?? 'The reasons differ.'}`,
    notReady: (many: number, which: string | null) =>
      `${count(many, 'statement is', 'statements are')} not ready yet${which === null ? '' : ` (${which})`}: the service is still preparing ${plural(many, { one: 'it', other: 'them' })}.`,
    offline: (reason: string) => `${reason} The archive can be read without a connection.`
  }
})
