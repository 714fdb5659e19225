import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

/** Changes figures in the CSV and the record, and seals the record again, following README.txt. */
export async function forge(folder: string, total = '777.00'): Promise<string> {
  const record = path.join(folder, 'statement.json')
  const { seal: _seal, ...content } = JSON.parse(await readFile(record, 'utf8')) as {
    seal: string
    record: { total_accrued: string }
    files: { name: string; sha256: string; bytes: number }[]
  }
  const csv = content.files.find(({ name }) => name.endsWith('.csv'))!
  const file = path.join(folder, csv.name)
  const text = (await readFile(file, 'utf8')).replace('0.500000', total)
  await writeFile(file, text)
  Object.assign(csv, { bytes: Buffer.byteLength(text), sha256: digest(text) })
  content.record.total_accrued = total
  const sealed = { ...content, seal: digest(JSON.stringify(content)) }
  const forged = `${JSON.stringify(sealed, null, 2)}\n`
  await writeFile(record, forged)
  return digest(forged)
}
