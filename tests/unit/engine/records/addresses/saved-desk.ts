import path from 'node:path'
import { noProgress, type Progress } from '#engine/records/addresses/keep/progress-file'
import type { AddressCore } from '#engine/records/addresses/worker/core'
import { freshFolder } from '../../../../integration/support/folder'
import { inOrder, openCore, recordsOf } from './desk'

export const records = inOrder(recordsOf(700))
export const ids = records.map(({ id }) => id)
export const progress: Progress = {
  ...noProgress,
  newest: records.at(-1)!.createdAt.text,
  oldest: records[0]!.createdAt.text,
  cursor: 'here'
}

/** A folder for the addresses of one connection. */
export class SavedDesk {
  readonly own: string
  readonly file: string
  readonly progressFile: string

  private constructor(readonly folder: string) {
    this.own = path.join(folder, 'service-here')
    this.file = path.join(this.own, 'addresses.jsonl')
    this.progressFile = path.join(this.own, 'progress.json')
  }

  static async create(): Promise<SavedDesk> {
    return new SavedDesk(path.join(await freshFolder(), 'profile'))
  }

  async opened(): Promise<AddressCore> {
    const core = openCore(this.folder)
    await core.open(null)
    return core
  }

  async keeping(): Promise<AddressCore> {
    const core = await this.opened()
    await core.add({ records: records.slice(0, 300) })
    await core.keepOnDisk({ keep: true })
    await core.add({ records: records.slice(300) })
    await core.setProgress({ progress })
    return core
  }
}
