import { hear } from '../heard'
import { servePeer } from '../peer'
import { parse } from '../wire'

// The unit P: no book at all.
servePeer(() => ({ take: (frame) => hear(parse(frame).payload.market.length), touches: () => ({}) }))
