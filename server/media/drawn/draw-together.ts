const underWay = new Map<string, Promise<Buffer>>()

/** Drawn once for all who ask for it under this name meanwhile. */
export function drawTogether(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const drawing = underWay.get(name) ?? draw().finally(() => underWay.delete(name))
  underWay.set(name, drawing)
  return drawing
}
