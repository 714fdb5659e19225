export { visible, visibleLines } from '#shared/domain/base/visible'
