import * as v from 'valibot'
import { bookFigures, heatBins, type ColumnSums, type SavedHeat } from '#shared/domain/market/heat/index'
import { savedCount, savedTime, savedWhole } from '../../market/saved'

const size = v.pipe(v.number(), v.finite(), v.minValue(0))
const perBin = v.pipe(v.array(size), v.length(heatBins))
const quote = v.nullable(v.pipe(v.number(), v.finite()))

export const columnSums: v.GenericSchema<ColumnSums> = v.object({
  start: v.pipe(savedWhole, savedTime),
  bin: v.pipe(size, v.gtValue(0)),
  first: savedWhole,
  seen: v.pipe(size, v.gtValue(0)),
  bid: quote,
  ask: quote,
  sums: perBin,
  times: perBin,
  // Older versions saved none.
  figures: v.fallback(v.nullable(v.pipe(v.array(size), v.length(1 + bookFigures.length))), null)
})

const maxExponent = 300

const bin = v.nullable(
  v.object({
    digit: v.picklist([1, 2, 5]),
    exponent: v.pipe(savedWhole, v.minValue(-maxExponent), v.maxValue(maxExponent))
  })
)

export const savedHeat: v.GenericSchema<SavedHeat> = v.object({
  bins: v.object({
    // Older versions saved none.
    fine: v.fallback(bin, null),
    near: bin,
    step: v.nullable(size),
    spread: v.nullable(size),
    reach: v.nullable(size),
    looks: savedCount,
    mid: v.nullable(size)
  }),
  looked: v.nullable(savedTime),
  from: v.nullable(savedTime),
  covered: v.nullable(savedTime),
  minute: v.nullable(columnSums),
  fiveMinutes: v.nullable(columnSums)
})
