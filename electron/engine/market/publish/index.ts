export type { PublishCounts } from './counts'
export { Publisher, type PublishedHub, type PublisherPorts } from './publisher'
export { LastFiguresFile, sourceOf } from './last-figures-file'
