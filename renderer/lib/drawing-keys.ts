/** With Alt in a chart, by tool. */
export const drawingKeys = {
  measure: 'M',
  level: 'H',
  ray: 'Y',
  trend: 'T',
  rectangle: 'B',
  note: 'N'
} as const
