export { visible, visibleLines } from '../../../electron/shared/domain/visible'
