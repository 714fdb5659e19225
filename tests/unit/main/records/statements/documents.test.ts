import { expect, test } from 'vitest'
import { answerDocument, documentAddress, isDocument } from '#main/records/statements/documents'
import { fail } from '#shared/domain/base/problem'

const key = 'production/Treasury desk (0a1b2c3d)/USDP/2026-10/3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'
const asked: string[] = []
const view = {
  async document(statement: string, name: string) {
    asked.push(`${statement} ${name}`)
    if (statement !== key) throw fail('statements.no-statement', 'The archive has no such statement.')
    if (name === 'altered.pdf') throw fail('statements.altered', 'It is not as it was.')
    return Buffer.from('%PDF-1.7')
  }
}
const answer = (pathname: string) => answerDocument(view, pathname, { 'X-Content-Type-Options': 'nosniff' })

test('serves a file of the archive with the app’s headers and its own type', async () => {
  const place = documentAddress(key, 'USDP-2026-10.pdf')
  expect(isDocument(place)).toBe(true)
  const response = await answer(new URL(place, 'app://leadline').pathname)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await response.text()).toBe('%PDF-1.7')
  const table = await answer(documentAddress(key, 'USDP-2026-10.csv'))
  expect(table.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const other = await answer(documentAddress(key, 'page.html'))
  expect(other.headers.get('content-type')).toBe('application/octet-stream')
})

test.each([
  '/archive/',
  '/archive/x',
  '/archive/../../etc/passwd',
  '/archive/%E0%A4%A/x',
  '/archive/%2e%2e/x',
  '/archive//x'
])('does not serve %s', async (pathname) => expect((await answer(pathname)).status).toBe(404))

test('does not serve an altered file', async () => {
  const response = await answer(documentAddress(key, 'altered.pdf'))
  expect(response.status).toBe(409)
  expect(await response.text()).toBe('')
})
