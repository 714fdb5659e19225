import './ui/base.css'
import { mount } from 'svelte'
import type { TargetsBridge } from '#shared/contract/market/delivery'
import { TargetsModel } from './app/targets/targets.svelte'
import TargetsPage from './app/targets/TargetsPage.svelte'

declare global {
  interface Window {
    /** Set by the preload of this window alone. */
    readonly leadlineTargets?: TargetsBridge
  }
}

const bridge = window.leadlineTargets
const target = document.getElementById('app')
if (!bridge || !target) throw new Error('The window was opened without its bridge.')

mount(TargetsPage, { target, props: { model: new TargetsModel(bridge) } })
