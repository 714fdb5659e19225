export { attribution } from '../../lib/attribution'
