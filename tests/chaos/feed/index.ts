/** For `npm run soak -- feed-chaos`. */
export { runFeedChaos } from './run'
export { describeSchedule, feedScheduleFor } from './schedule'
