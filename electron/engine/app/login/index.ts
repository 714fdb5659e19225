export { createAutostart, quietOption, type AutostartState } from './autostart'
