import './ui/base.css'
import { mount } from 'svelte'
import * as v from 'valibot'
import { reportPage } from '#shared/contract/recording/printing'
import PrintedReport from './app/analysis/PrintedReport.svelte'

const target = document.getElementById('page')
if (!target) throw new Error('There is nothing to show the report in.')
// Main checked it before; the URL has all of it.
const page = v.parse(reportPage, JSON.parse(decodeURIComponent(location.hash.slice(1))))
mount(PrintedReport, { target, props: { page } })
// Main prints when the title says so.
void document.fonts.ready.then(() => (document.title = 'ready'))
