export type { PublishCounts } from './counts'
export { Publisher, type PublisherPorts } from './publisher'
export { LastFiguresFile, sourceOf } from './last-figures-file'
