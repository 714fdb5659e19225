import { checkSymbol } from '../../market/symbol'
import type { Applied, Desk } from '../desk'
import { unchanged, type Action } from './action'

export function showInGroup(desk: Desk, { link, market }: Action<'link.show'>): Applied {
  const symbol = checkSymbol(market)
  if (desk.links[link] === symbol) return unchanged(desk)
  return unchanged({ ...desk, links: { ...desk.links, [link]: symbol } })
}
