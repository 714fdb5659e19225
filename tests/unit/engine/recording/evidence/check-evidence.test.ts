import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readZip, zip } from '#engine/base/files/index'
import { sha256 } from '#engine/recording/evidence/bundle'
import { checkEvidence } from '#engine/recording/evidence/check-evidence'
import { freshFolder } from '../../../../integration/support/folder'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { evidenceOf, recorded } from './support'

let bundle: Buffer
let file: string
beforeAll(async () => {
  const { files } = await evidenceOf(await recorded(5, 100))
  bundle = await zip(files, new Date(2026, 10, 28))
  file = path.join(await freshFolder(), 'evidence.zip')
})

async function checked(content: Uint8Array) {
  await writeFile(file, content)
  return checkEvidence(file, null, new AbortController().signal)
}
async function filesIn() {
  const files = await readZip(file, { packed: 1e8, unpacked: 1e8, files: 100 })
  return [...files].map(([name, content]) => `${sha256(content)}  ${name}`)
}

test('a ZIP file that is damaged has a report with the reason', async () => {
  const cases = [
    [bundle.subarray(0, -30), 'This is not a ZIP file, or it is damaged.'],
    [Buffer.alloc(0), 'This is not a ZIP file, or it is damaged.'],
    [Buffer.concat([Buffer.from('xxxx'), bundle.subarray(4)]), 'README.txt in the ZIP is damaged, or packed']
  ] as const
  for (const [content, reason] of cases)
    expect(await checked(content)).toEqual({
      path: file,
      about: null,
      checks: [{ subject: 'ZIP file', ok: false, sentence: expect.stringContaining(reason) }]
    })
})

test('a change of a byte of the ZIP file fails a check, or leaves its files as they were', async () => {
  const { checks } = await checked(bundle)
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  const original = await filesIn()
  const random = new FuzzRandom(3)
  // The list of files is at the end.
  const positions = Array.from({ length: 30 }, () => random.below(bundle.length))
  for (let at = bundle.length - 900; at < bundle.length; at += 18) positions.push(at)
  let failed = 0
  for (const at of positions) {
    const changed = Buffer.from(bundle)
    changed[at] = changed[at]! ^ (1 + random.below(255))
    const report = await checked(changed)
    if (report.checks.some(({ ok }) => !ok)) failed += 1
    else expect(await filesIn(), `byte ${at}`).toEqual(original)
  }
  expect(failed).toBeGreaterThan(positions.length / 2)
})
