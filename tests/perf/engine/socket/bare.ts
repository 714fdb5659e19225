import { sink } from '../sink'
import { serveReceiver } from './receive'

serveReceiver(() => ({ take: (frame) => sink(frame.length), touches: () => ({}) }))
