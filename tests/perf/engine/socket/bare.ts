import { hear } from '../heard'
import { serveReceiver } from './receive'

serveReceiver(() => ({ take: (frame) => hear(frame.length), touches: () => ({}) }))
