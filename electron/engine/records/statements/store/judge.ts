import { archiveText } from '#shared/messages/archive'
import { sidecarName } from '../layout/layout'
import type { Expected } from './ledger-text'
import type { ArchivedStatement, FileFault } from './scan'

const { unlisted, disagrees } = archiveText.list

/** Compares the statement's own record with the list. */
export function againstList(
  statement: ArchivedStatement,
  expected: Expected | null,
  /** A statement that the list does not name is accepted. */
  isOpen: boolean
): ArchivedStatement {
  const { sidecar, faults, sha256 } = statement
  // Its own record shows that it is altered.
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
