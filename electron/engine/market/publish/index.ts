export type { PublishCounts } from './counts'
export { Publisher, type PublisherPorts } from './publisher'
export { LastFiguresFile } from './last-figures-file'
