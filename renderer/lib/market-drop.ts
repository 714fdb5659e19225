export const marketType = 'application/x-leadline-market'

export function marketOfDrag(event: DragEvent): string | null {
  const market = event.dataTransfer?.getData(marketType).trim() ?? ''
  return market === '' ? null : market
}
