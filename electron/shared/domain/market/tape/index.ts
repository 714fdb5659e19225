export {
  aggressorOf,
  basisOf,
  inferAggressor,
  inferAggressorExactly,
  inferences,
  isBuy,
  isSell,
  unknownConfidence,
  type Inference
} from './aggressor'
export { Tape, type Trade } from './tape'
export { TradeRows } from './trade-rows'
