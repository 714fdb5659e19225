import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateOf } from '#engine/workspace/desk'
import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import { ProblemError } from '#shared/domain/base/problem'
import { edges, mainLayout, panelKinds, panelsOf, type Workspace } from '#shared/domain/workspace/index'
import { expectWhole, Hands } from './desk'

type Step = (hands: Hands) => WorkspaceAction

const some = fc.nat(1000)
const pick = <T>(list: readonly T[], which: number): T => list[which % list.length]!
const workspaceAt = ({ desk }: Hands, which: number) => pick(desk.all, which)
const idOf = (list: readonly string[], which: number) => (list.length === 0 ? 'nobody' : pick(list, which))
const panelAt = (workspace: Workspace, which: number) => idOf(Object.keys(workspace.panels), which)
const frameAt = (workspace: Workspace, which: number) => pick(workspace.frames, which).id

const spot = fc.tuple(some, fc.constantFrom(...edges), fc.boolean(), fc.nat(5))
const spotIn = (
  workspace: Workspace,
  [which, edge, tabbed, index]: [number, (typeof edges)[number], boolean, number]
) =>
  tabbed
    ? { among: panelAt(workspace, which), index }
    : { beside: which % 7 ? panelAt(workspace, which) : null, edge }

/** Mostly valid actions. */
const layoutStep: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(some, some, fc.constantFrom(...panelKinds), fc.option(spot))
    .map(([which, frame, kind, at]): Step => (hands) => {
      const workspace = workspaceAt(hands, which)
      return {
        do: 'panel.add',
        workspace: workspace.id,
        frame: frameAt(workspace, frame),
        kind,
        link: null,
        market: 'BTCUSD',
        settings: {},
        spot: at && spotIn(workspace, at)
      }
    }),
  fc.tuple(some, some).map(([which, panel]): Step => (hands) => {
    const workspace = workspaceAt(hands, which)
    return { do: 'panel.remove', workspace: workspace.id, panel: panelAt(workspace, panel) }
  }),
  fc.tuple(some, some, some, spot).map(([which, panel, frame, at]): Step => (hands) => {
    const workspace = workspaceAt(hands, which)
    return {
      do: 'panel.move',
      workspace: workspace.id,
      panel: panelAt(workspace, panel),
      frame: frameAt(workspace, frame),
      spot: spotIn(workspace, at)
    }
  }),
  fc.tuple(some, some, fc.boolean()).map(([which, panel, withTabs]): Step => (hands) => {
    const workspace = workspaceAt(hands, which)
    return { do: 'panel.popOut', workspace: workspace.id, panel: panelAt(workspace, panel), withTabs }
  }),
  fc.tuple(some, some).map(([which, frame]): Step => (hands) => {
    const workspace = workspaceAt(hands, which)
    return { do: 'window.return', workspace: workspace.id, frame: frameAt(workspace, frame) }
  }),
  fc
    .tuple(
      some,
      some,
      fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 2, maxLength: 3 })
    )
    .map(([which, frame, shares]): Step => (hands) => {
      const workspace = workspaceAt(hands, which)
      return {
        do: 'split.resize',
        workspace: workspace.id,
        frame: frameAt(workspace, frame),
        path: [],
        shares
      }
    })
)
const otherStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(some, some, some).map(([which, frame, panel]): Step => (hands) => {
    const workspace = workspaceAt(hands, which)
    const filled = panel % 4 === 0 ? null : panelAt(workspace, panel)
    return { do: 'window.fill', workspace: workspace.id, frame: frameAt(workspace, frame), panel: filled }
  }),
  fc.tuple(some, some).map(([which, panel]): Step => (hands) => {
    const workspace = workspaceAt(hands, which)
    return { do: 'panel.activate', workspace: workspace.id, panel: panelAt(workspace, panel) }
  }),
  fc.tuple(some, some, some).map(([which, panel, value]): Step => (hands) => {
    const workspace = workspaceAt(hands, which)
    const settings = { value }
    return { do: 'panel.change', workspace: workspace.id, panel: panelAt(workspace, panel), settings }
  }),
  fc.tuple(some, fc.boolean()).map(([which, locked]): Step => (hands) => {
    return {
      do: 'workspace.lock',
      workspace: workspaceAt(hands, which).id,
      locked: locked && which % 3 === 0
    }
  }),
  some.map((which): Step => (hands) => ({ do: 'undo', workspace: workspaceAt(hands, which).id })),
  some.map((which): Step => (hands) => ({ do: 'redo', workspace: workspaceAt(hands, which).id })),
  some.map((which): Step => (hands) => {
    return {
      do: 'undo',
      workspace: idOf(
        hands.desk.removed.map(({ workspace }) => workspace.id),
        which
      )
    }
  }),
  fc.tuple(some, some).map(([which, index]): Step => (hands) => {
    return { do: 'workspace.move', workspace: workspaceAt(hands, which).id, index: index % 9 }
  }),
  fc.tuple(some, fc.constantFrom('desk', 'Desk', 'other')).map(([which, name]): Step => (hands) => {
    return { do: 'workspace.rename', workspace: workspaceAt(hands, which).id, name }
  }),
  some.map((which): Step => (hands) => ({ do: 'workspace.remove', workspace: workspaceAt(hands, which).id })),
  some.map((which): Step => (hands) => ({
    do: 'workspace.duplicate',
    workspace: workspaceAt(hands, which).id
  })),
  fc.constantFrom('deep', 'wide', 'empty', 'stablecoins', 'four').map((template): Step => () => {
    return { do: 'workspace.add', template, name: null }
  })
)
const steps = fc.array(fc.oneof({ weight: 3, arbitrary: layoutStep }, { weight: 2, arbitrary: otherStep }), {
  maxLength: 60
})

/** Panels by layout. */
type Frames = ReadonlyMap<string, ReadonlySet<string>>
const framesOf = ({ frames }: Workspace): Frames =>
  new Map(frames.map(({ id, root }) => [id, new Set(panelsOf(root))]))

/** A simple oracle for panel sets; null if unknown. */
function foretold(before: Workspace, action: WorkspaceAction, made: string | null): Frames | null {
  const frames = new Map([...framesOf(before)].map(([id, panels]) => [id, new Set(panels)]))
  const holder = (panel: string) => [...frames].find(([, panels]) => panels.has(panel))!
  const tidy = () => {
    for (const [id, panels] of frames) if (id !== mainLayout && panels.size === 0) frames.delete(id)
    return frames
  }
  switch (action.do) {
    case 'panel.add':
      frames.get(action.frame)!.add(made!)
      return frames
    case 'panel.remove':
      holder(action.panel)[1].delete(action.panel)
      return tidy()
    case 'panel.move':
      holder(action.panel)[1].delete(action.panel)
      frames.get(action.frame)!.add(action.panel)
      return tidy()
    case 'panel.popOut': {
      if (action.withTabs) return null
      const [id, panels] = holder(action.panel)
      if (id !== mainLayout && panels.size === 1) return frames
      panels.delete(action.panel)
      frames.set(made!, new Set([action.panel]))
      return tidy()
    }
    case 'window.return': {
      if (action.frame === mainLayout) return frames
      for (const panel of frames.get(action.frame)!) frames.get(mainLayout)!.add(panel)
      frames.delete(action.frame)
      return frames
    }
    case 'undo':
    case 'redo':
    case 'workspace.remove':
      return null
    default:
      return frames
  }
}

const changesLayout = (action: WorkspaceAction) =>
  ['panel.add', 'panel.remove', 'panel.move', 'panel.popOut', 'window.return', 'split.resize'].includes(
    action.do
  )

/** Null if refused without changes. */
function attempt(hands: Hands, action: WorkspaceAction): { made: string | null } | null {
  const { desk } = hands
  try {
    return { made: hands.act(action) }
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown
    expect(hands.desk).toBe(desk)
    return null
  }
}

test('keeps the desk valid through any actions', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const hands = new Hands()
      for (const step of sequence) {
        const action = step(hands)
        const { desk: before } = hands
        const done = attempt(hands, action)
        expectWhole(hands.desk)
        if (!done || !('workspace' in action)) continue
        for (const old of before.all) {
          const now = hands.workspace(old.id)
          if (old.id !== action.workspace) {
            expect(now).toBe(old)
            continue
          }
          if (old.locked && changesLayout(action) && action.do !== 'window.return')
            throw new Error('It is locked.')
          const expected = foretold(old, action, done.made)
          if (expected) expect(framesOf(now)).toEqual(expected)
        }
      }
    }),
    { numRuns: 60 }
  )
})

test('undoes and redoes everything', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: layoutStep }, otherLayoutFree()), { maxLength: 45 }),
      (sequence) => {
        const hands = new Hands()
        for (const step of sequence) attempt(hands, step(hands))
        for (const { id } of hands.desk.all) {
          const before = hands.workspace(id)
          const passed = [before]
          while (hands.desk.histories[id]?.past.length) {
            hands.act({ do: 'undo', workspace: id })
            passed.push(hands.workspace(id))
            expectWhole(hands.desk)
          }
          for (const expected of passed.toReversed().slice(1)) {
            hands.act({ do: 'redo', workspace: id })
            expect(hands.workspace(id)).toEqual(expected)
          }
          expect(stateOf(hands.desk).all.find((each) => each.id === id)?.redo).toBeNull()
          for (const expected of passed.slice(1)) {
            hands.act({ do: 'undo', workspace: id })
            expect(hands.workspace(id)).toEqual(expected)
          }
        }
      }
    ),
    { numRuns: 60 }
  )
})

/** Changes that undo keeps. */
function otherLayoutFree(): fc.Arbitrary<Step> {
  return fc.oneof(
    fc.tuple(some, some).map(([which, panel]): Step => (hands) => {
      const workspace = workspaceAt(hands, which)
      return { do: 'panel.activate', workspace: workspace.id, panel: panelAt(workspace, panel) }
    }),
    fc.tuple(some, some, some).map(([which, panel, value]): Step => (hands) => {
      const workspace = workspaceAt(hands, which)
      return {
        do: 'panel.change',
        workspace: workspace.id,
        panel: panelAt(workspace, panel),
        settings: { value }
      }
    })
  )
}
