export { requestToken, type Fetch, type TokenPorts, type TokenRequest } from './request'
