import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noProgress } from '#engine/records/addresses/keep/progress-file'
import type { AddressCore } from '#engine/records/addresses/worker/core'
import { changeKinds, maxDigestPage, type AddressChange } from '#shared/contract/records/addresses/index'
import type { DepositAddress } from '#shared/wire/address-decoder'
import { freshFolder } from '../../../../integration/support/folder'
import { openCore, recordsOf } from './desk'

const base = recordsOf(6)
const complete = { ...noProgress, complete: true, newest: base.at(-1)!.createdAt.text }

async function opened(folder: string): Promise<AddressCore> {
  const core = openCore(folder)
  await core.open(null)
  return core
}

/** A comparison of all that the core knows with all that the service has. */
async function compare(core: AddressCore, service: ReadonlyMap<string, DepositAddress>) {
  await core.compare({ checked: null })
  await core.add({ records: [...service.values()] })
  let missing: string[] = []
  for (;;) {
    const ids = await core.compare({ checked: { found: [], missing, unclear: [] } })
    if (ids.length === 0) return
    missing = ids.filter((id) => !service.has(id))
  }
}

async function changesOf(core: AddressCore): Promise<AddressChange[]> {
  const changes: AddressChange[] = []
  for (;;) {
    const page = await core.digest({ kind: null, search: '', from: changes.length, count: 5 })
    changes.push(...page.changes)
    if (changes.length >= page.count) return changes
  }
}

/** Fields by name, so that order has no meaning. */
const fieldsOf = ({ address, network, refId, metadata }: DepositAddress): Record<string, string> => ({
  address,
  network,
  ...(refId !== null && { refId }),
  ...Object.fromEntries(Object.entries(metadata ?? {}).map(([key, value]) => [`metadata ${key}`, value]))
})
const differing = (one: DepositAddress, other: DepositAddress) => {
  const [before, now] = [fieldsOf(one), fieldsOf(other)]
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => before[name] !== now[name])
    .map((name) => `${name}: ${before[name]} -> ${now[name]}`)
    .sort()
}

/** Known addresses, and which of them the service is known to list. */
interface Known {
  readonly records: ReadonlyMap<string, DepositAddress>
  readonly gone: ReadonlySet<string>
}

function expected(before: Known, now: Known): string[] {
  return [...now.records]
    .flatMap(([id, record]) => {
      const was = before.records.get(id)
      const wasListed = was !== undefined && !before.gone.has(id)
      const isListed = !now.gone.has(id)
      const changes = was ? differing(was, record) : []
      if (wasListed && !isListed) return [[id, 'unlisted', ...changes]]
      if (!isListed) return []
      if (!was) return [[id, 'added']]
      if (!wasListed) return [[id, 'relisted', ...changes]]
      return changes.length === 0 ? [] : [[id, 'changed', ...changes]]
    })
    .map((parts) => parts.join(' | '))
    .sort()
}

const lineOf = ({ id, kind, differences }: AddressChange) =>
  [
    id,
    kind,
    ...differences
      .map(
        ({ field, name, was, is }) =>
          `${field}${name === null ? '' : ` ${name}`}: ${was ?? undefined} -> ${is ?? undefined}`
      )
      .sort()
  ].join(' | ')

const place = fc.nat({ max: base.length - 1 })
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('put' as const), place, version: fc.nat({ max: 4 }) })
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), place }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom('load', 'load', 'compare', 'compare', 'look', 'restart', 'rewrite', 'kill'),
        places: fc.array(place, { size: 'max', minLength: 3, maxLength: 8 })
      })
    }
  ),
  { minLength: 20, maxLength: 60, size: 'max' }
)

/** Versions 3 and 4 differ only in the order of their metadata. */
function versionOf(place: number, version: number): DepositAddress {
  const record = { ...base[place]!, refId: `ref-${version % 2}`, metadata: null }
  if (version === 1) return { ...record, address: `${record.address}1`, network: 'BASE' }
  if (version === 2) return { ...record, refId: null, metadata: { desk: 'one' } }
  if (version < 3) return record
  const metadata = version === 3 ? { desk: 'two', book: 'a' } : { book: 'a', desk: 'two' }
  return { ...record, refId: null, metadata }
}

test('says what two sets of addresses differ in, whatever happened in between', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const folder = path.join(await freshFolder(), 'profile')
      let core = await opened(folder)
      await core.keepOnDisk({ keep: true })
      await core.setProgress({ progress: complete })
      const service = new Map<string, DepositAddress>()
      const records = new Map<string, DepositAddress>()
      const gone = new Set<string>()
      await core.visit(null)
      let before: Known = { records: new Map(), gone: new Set() }
      const received = (some: Iterable<DepositAddress>) => {
        for (const record of some) {
          records.set(record.id, record)
          gone.delete(record.id)
        }
      }
      for (const step of list) {
        if (step.kind === 'put') service.set(base[step.place]!.id, versionOf(step.place, step.version))
        else if (step.kind === 'remove') service.delete(base[step.place]!.id)
        else if (step.kind === 'load') {
          const some = step.places.flatMap((one) => service.get(base[one]!.id) ?? [])
          await core.add({ records: some })
          await core.setProgress({ progress: complete })
          received(some)
        } else if (step.kind === 'compare') {
          await compare(core, service)
          received(service.values())
          for (const id of records.keys()) if (!service.has(id)) gone.add(id)
        } else if (step.kind === 'look') {
          const { revision } = await core.state(null)
          await core.markSeen({ revision })
          before = { records: new Map(records), gone: new Set(gone) }
        } else if (step.kind === 'rewrite') {
          await core.keepOnDisk({ keep: false })
          await core.keepOnDisk({ keep: true })
        } else {
          if (step.kind === 'restart') await core.close(null)
          else await core.setProgress({ progress: complete })
          core = await opened(folder)
        }
        expect((await changesOf(core)).map(lineOf).sort()).toEqual(expected(before, { records, gone }))
        const { counts } = (await core.state(null)).digest!
        const total = changeKinds.reduce((sum, kind) => sum + counts[kind], 0)
        expect(total).toBe(expected(before, { records, gone }).length)
      }
      await core.close(null)
    }),
    { numRuns: 12 }
  )
})

test('calls nothing new when the list was not complete, and nothing gone without asking for it', async () => {
  const core = await opened(path.join(await freshFolder(), 'profile'))
  await core.visit(null)
  expect((await core.state(null)).digest).toBeNull()
  await core.add({ records: base.slice(0, 4) })
  await core.visit(null)
  await core.add({ records: base.slice(4) })
  expect((await core.state(null)).digest).toMatchObject({
    isWhole: false,
    counts: { added: 0, changed: 0, unlisted: 0, relisted: 0, loaded: 2 },
    comparedAt: null
  })
  await core.compare({ checked: null })
  await core.add({ records: base.slice(2) })
  const asked = await core.compare({ checked: { found: [], missing: [], unclear: [] } })
  expect(asked).toEqual(base.slice(0, 2).map(({ id }) => id))
  await core.compare({ checked: { found: [], missing: [asked[0]!], unclear: [asked[1]!] } })
  expect((await core.state(null)).digest).toMatchObject({ counts: { unlisted: 1 }, unclear: 1 })
  expect((await core.detail({ id: asked[0]! })).isUnlisted).toBe(true)
})

test('is the next look only without changes, and only what was shown is marked as seen', async () => {
  const core = await opened(path.join(await freshFolder(), 'profile'))
  await core.add({ records: base.slice(0, 4) })
  await core.setProgress({ progress: complete })
  await core.visit(null)
  const { revision } = await core.state(null)
  await core.add({ records: base.slice(4, 5) })
  await core.visit(null)
  expect((await core.state(null)).digest!.counts.added).toBe(1)
  await expect(core.markSeen({ revision })).rejects.toThrow('addresses.moved')
  await core.markSeen({ revision: (await core.state(null)).revision })
  expect((await core.state(null)).digest!.counts.added).toBe(0)
})

test('claims nothing about files that were changed by someone else', async () => {
  const folder = path.join(await freshFolder(), 'profile')
  const core = await opened(folder)
  await core.keepOnDisk({ keep: true })
  await core.add({ records: base.slice(0, 4) })
  await core.setProgress({ progress: complete })
  await core.visit(null)
  await core.add({ records: base.slice(4) })
  await core.close(null)
  const file = path.join(folder, 'service-here', 'digest.json')
  const text = await readFile(file, 'utf8')
  const digestAfter = async (content: string) => {
    await writeFile(file, content)
    const again = await opened(folder)
    const { digest, rows } = await again.state(null)
    await again.close(null)
    expect(rows).toBe(base.length)
    return digest
  }
  expect(await digestAfter(text)).toMatchObject({ counts: { added: 2 } })
  const { covered } = JSON.parse(text) as { covered: { bytes: number; sha256: string } }
  expect(await digestAfter(text.replace(String(covered.bytes), String(covered.bytes + 1)))).toBeNull()
  expect(await digestAfter(text.replace(covered.sha256, covered.sha256.replace(/^./, 'x')))).toBeNull()
  expect(await digestAfter('{')).toBeNull()
  expect(await digestAfter(text.replace('"version":1', '"version":2'))).toBeNull()
})

test('pages through many changes and searches them', async () => {
  const core = await opened(path.join(await freshFolder(), 'profile'))
  const records = Array.from({ length: 20_000 }, (_none, index) => ({
    ...base[0]!,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  }))
  await core.add({ records })
  await core.setProgress({ progress: complete })
  await core.visit(null)
  await core.add({ records: records.map((record) => ({ ...record, refId: 'other' })) })
  const page = await core.digest({ kind: 'changed', search: '', from: 19_990, count: maxDigestPage })
  expect(page).toMatchObject({ count: 20_000, changes: { length: 10 } })
  const found = await core.digest({ kind: null, search: '0000019999', from: 0, count: maxDigestPage })
  expect(found.changes.map(({ id }) => id)).toEqual([records[19_999]!.id])
  // The first one is as it was again.
  await core.add({ records: records.slice(0, 1) })
  expect((await core.state(null)).digest!.counts.changed).toBe(19_999)
})
