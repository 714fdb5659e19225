export { Live, type LivePorts, type LiveObserver } from './live'
