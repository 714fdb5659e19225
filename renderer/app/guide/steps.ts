import { guideText } from '../../messages/app'

interface Step {
  readonly title: string
  readonly sentences: readonly string[]
  readonly callouts?: readonly { readonly at: string; readonly text: string }[]
}

const { welcome, sandbox, environment, panel, settings } = guideText.steps

export const steps: readonly Step[] = [
  { title: welcome.title, sentences: [welcome.purpose, welcome.readOnly] },
  {
    title: sandbox.title,
    sentences: [sandbox.builtIn, sandbox.account],
    callouts: [{ at: '.rail a[href$="connections"]', text: sandbox.connections }]
  },
  {
    title: environment.title,
    sentences: [environment.badge, environment.connection],
    callouts: [
      { at: '[data-guide="environment"]', text: environment.environment },
      { at: '[data-guide="connection"]', text: environment.status }
    ]
  },
  {
    title: panel.title,
    sentences: [panel.state, panel.group],
    callouts: [
      { at: '[data-kind="chart"] [data-guide="state"]', text: panel.stateAndAge },
      { at: '[data-kind="trades"] [data-guide="group"]', text: panel.linkGroup }
    ]
  },
  { title: settings.title, sentences: [settings.change] }
]
