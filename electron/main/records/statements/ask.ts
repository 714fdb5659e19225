import { open } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserWindow } from 'electron'
import { maxPasteLength } from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import { askToOpen } from '../../base/dialogs'

/** The text of a file with ids; null when the person cancelled. */
export async function askForIds(parent: BrowserWindow | undefined): Promise<string | null> {
  const { dialogs } = archiveText
  const filters = [
    { name: dialogs.textFiles, extensions: ['txt', 'csv', 'tsv', 'json', 'log', 'md'] },
    { name: dialogs.allFiles, extensions: ['*'] }
  ]
  const file = await askToOpen({ title: dialogs.ids, filters, properties: ['openFile'] }, parent)
  return file === null ? null : readIds(file)
}

async function readIds(file: string): Promise<string> {
  const name = path.basename(file)
  try {
    const handle = await open(file, 'r')
    try {
      const { size } = await handle.stat()
      if (size > maxPasteLength) {
        throw fail('statements.ids-file', archiveText.dialogs.idsTooLong(name, maxPasteLength / 1_000_000))
      }
      const room = Buffer.alloc(maxPasteLength)
      const { bytesRead } = await handle.read(room, 0, maxPasteLength, 0)
      const start = room.subarray(0, bytesRead)
      // Spreadsheets on Windows save text in two bytes a letter.
      const wide = start[0] === 0xff && start[1] === 0xfe
      return start.toString(wide ? 'utf16le' : 'utf8')
    } finally {
      await handle.close()
    }
  } catch (problem) {
    if (problem instanceof Error && 'problem' in problem) throw problem
    throw fail('statements.ids-file', archiveText.dialogs.idsNotRead(name), { cause: problem })
  }
}
