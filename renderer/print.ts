import './ui/base.css'
import { flushSync, mount } from 'svelte'
import * as v from 'valibot'
import { isWidePage, reportPage } from '#shared/contract/recording/printing'
import PrintedReport from './app/analysis/PrintedReport.svelte'

const target = document.getElementById('page')
if (!target) throw new Error('There is nothing to show the report in.')
// Main checked it before; the URL has all of it.
const page = v.parse(reportPage, JSON.parse(decodeURIComponent(location.hash.slice(1))))
mount(PrintedReport, { target, props: { page } })
flushSync()

/** The space between the margins of A4 or Letter, whichever is lower, in pixels. */
const room = isWidePage(page) ? 695 : 955

/** Makes everything smaller if it would not fit on one page. */
function fit(main: Element | null): void {
  if (!(main instanceof HTMLElement)) return
  const { height } = main.getBoundingClientRect()
  if (height > room) main.style.zoom = String(room / height)
}

void document.fonts.ready.then(() => {
  fit(document.querySelector('main'))
  // Main prints when the title says so.
  document.title = 'ready'
})
