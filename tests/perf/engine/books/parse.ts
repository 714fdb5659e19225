import { hear } from '../heard'
import { servePeer } from '../peer'
import { parse } from '../wire'

// The unit P: no book.
servePeer(() => ({ take: (frame) => hear(parse(frame).payload.market.length), touches: () => ({}) }))
