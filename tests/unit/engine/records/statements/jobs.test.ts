import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Jobs } from '#engine/records/statements/jobs'
import { jobKinds, type JobKind } from '#shared/contract/records/statements/index'
import { toProblem } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'

const exclusive: readonly JobKind[] = ['moving', 'switching', 'restoring']
const step = fc.oneof(
  fc.record({
    do: fc.constant('start' as const),
    kind: fc.constantFrom(...jobKinds),
    automatic: fc.boolean()
  }),
  fc.record({ do: fc.constantFrom('end' as const, 'fail' as const, 'quit' as const, 'fetch' as const) }),
  fc.record({ do: fc.constant('stop' as const), kind: fc.constantFrom(...jobKinds) })
)

const flushed = () => new Promise((resolve) => setImmediate(resolve))

test('runs one job at a time, and names the running one in a refusal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const working = new Set<{ kind: JobKind; resolve: () => void; reject: (reason: Error) => void }>()
      const queue = { running: false, holds: 0 }
      const jobs = new Jobs({
        changed: () => {},
        opening: { refuseNow: () => {} },
        queue: () => ({
          running: queue.running,
          hold: () => {
            queue.holds += 1
            return () => void (queue.holds -= 1)
          }
        })
      })
      const only = () => [...working][0]
      let isAutomatic = false
      for (const each of steps) {
        const before = only()
        if (each.do === 'fetch') queue.running = !queue.running
        else if (each.do === 'start') {
          const { kind, automatic } = each
          const ended = jobs.run(
            kind,
            ({ signal }) =>
              new Promise<void>((resolve, reject) => {
                const work = { kind, resolve, reject }
                working.add(work)
                expect(working.size).toBe(1)
                const leave = () => working.delete(work)
                work.resolve = () => (leave(), resolve())
                work.reject = (reason) => (leave(), reject(reason))
                // The job ends some time after the stop request.
                signal.addEventListener('abort', () => setImmediate(() => work.reject(new Error('cut off'))))
              }),
            { automatic }
          )
          const outcome = ended.then(
            () => null,
            (thrown: unknown) => toProblem(thrown)
          )
          const isRefused = before !== undefined && !isAutomatic
          const isFetching = queue.running && exclusive.includes(kind)
          if (isRefused) {
            expect(await outcome).toMatchObject({
              code: `statements.${before.kind}`,
              sentence: archiveText.jobs[before.kind]
            })
          } else if (isFetching) {
            expect(await outcome).toMatchObject({ code: 'statements.fetching' })
          } else {
            isAutomatic = automatic
            await flushed()
            await flushed()
            expect(jobs.now).toMatchObject({ kind, automatic })
            expect(queue.holds).toBe(exclusive.includes(kind) ? 1 : 0)
          }
        } else if (each.do === 'end') before?.resolve()
        else if (each.do === 'fail') before?.reject(new Error('it failed'))
        else if (each.do === 'quit') await jobs.dispose()
        else if (each.do === 'stop') {
          await jobs.stop(each.kind)
          if (before) expect(working.has(before)).toBe(before.kind !== each.kind)
        }
        await flushed()
        expect(jobs.now?.kind).toBe(only()?.kind)
        if (!only()) expect(queue.holds).toBe(0)
      }
      await jobs.dispose()
      expect([jobs.now, working.size]).toEqual([null, 0])
    })
  )
})
