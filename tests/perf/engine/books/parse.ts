import { sink } from '../sink'
import { servePeer } from '../peer'
import { parse } from '../wire'

// The unit P: no book.
servePeer(() => ({ take: (frame) => sink(parse(frame).payload.market.length), touches: () => ({}) }))
