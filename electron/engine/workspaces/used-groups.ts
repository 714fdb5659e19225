import type { LinkGroup, Workspace } from '../../shared/domain/workspace'

/** The groups that panels are in. */
export const usedGroups = (workspaces: readonly Workspace[]): ReadonlySet<LinkGroup> =>
  new Set(
    workspaces.flatMap(({ panels }) =>
      Object.values(panels).flatMap(({ link }) => (link === null ? [] : [link]))
    )
  )
