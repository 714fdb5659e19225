export { changeAutostart, quietOption, readAutostart, type AutostartState } from './autostart'
