import { archiveText } from '#shared/messages/archive'
import { sidecarName } from '../layout/layout'
import type { Expected } from './ledger-text'
import type { ArchivedStatement, FileFault } from './scan'

const { unlisted, disagrees } = archiveText.list

/** What a statement says of itself is held against what the list says of it. */
export function againstList(
  statement: ArchivedStatement,
  expected: Expected | null,
  /** Nothing follows from what the list does not say. */
  isOpen: boolean
): ArchivedStatement {
  const { sidecar, faults, sha256 } = statement
  // Altered by its own record, and so by whatever the list says.
  if (sha256 === undefined || faults.some(({ name }) => name === sidecarName)) return statement
  if (expected === null) {
    if (isOpen) return statement
    const own: FileFault = { name: sidecarName, state: 'altered' }
    return { ...statement, faults: [...faults, own], disagreement: unlisted }
  }
  if (expected.get(sidecarName) === sha256) return statement
  const others = sidecar.files.filter(
    ({ name, sha256: own }) => expected.get(name) !== own && !faults.some((fault) => fault.name === name)
  )
  const names = [...others.map(({ name }) => name), sidecarName]
  return {
    ...statement,
    faults: [...faults, ...names.map((name): FileFault => ({ name, state: 'altered' }))],
    disagreement: disagrees
  }
}
