import { expect, test } from 'vitest'
import { AuthorityApproval } from '#engine/app/settings/index'

test('a new time-stamping authority needs the answer of the user, with one question at a time', async () => {
  const approval = new AuthorityApproval()
  const asked: string[] = []
  const answering = (yes: boolean) => async (url: string) => {
    asked.push(url)
    return yes
  }
  await approval.require('', 'https://tsa.example/', answering(false))
  await approval.require('https://tsa.example/', 'https://tsa.example/', answering(false))
  expect(asked).toEqual([])
  // As it is requested, not as it is spelled.
  const look = 'https://tsa.exämple/a?\u202e=1'
  await expect(approval.require(look, '', answering(false))).rejects.toThrow('settings.declined')
  expect(asked).toEqual(['https://tsa.xn--exmple-cua/a?%E2%80%AE=1'])
  await expect(approval.require('https://[', '', answering(true))).rejects.toThrow('settings.declined')
  let answer = (_yes: boolean) => {}
  const open = approval.require(look, '', () => new Promise((resolve) => (answer = resolve)))
  await expect(approval.require(look, '', answering(true))).rejects.toThrow('settings.asking')
  answer(true)
  await open
})
