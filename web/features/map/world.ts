/** Web Mercator: at zoom z the world is 256 × 2^z pixels wide. */
export const tilePx = 256

export type Point = { x: number; y: number }
export type Spot = { lat: number; lng: number }

const latMax = 85.0511

export function pointOf({ lat, lng }: Spot, zoom: number): Point {
  const world = tilePx * 2 ** zoom
  const sine = Math.sin((Math.max(-latMax, Math.min(latMax, lat)) * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * world, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world }
}

type Tile = { key: string; x: number; y: number; left: number; top: number }

/** The tiles that cover a window around a point. The world wraps in the west and east. */
export function tilesAround(center: Point, { width, height }: { width: number; height: number }, zoom: number): Tile[] {
  const across = 2 ** zoom
  const [west, north] = [center.x - width / 2, center.y - height / 2]
  const tiles: Tile[] = []
  for (let row = Math.floor(north / tilePx); row * tilePx < north + height; row++) {
    if (row < 0 || row >= across) continue
    for (let column = Math.floor(west / tilePx); column * tilePx < west + width; column++) {
      const x = ((column % across) + across) % across
      tiles.push({
        key: `${zoom}/${column}/${row}`,
        x,
        y: row,
        left: Math.round(column * tilePx - west),
        top: Math.round(row * tilePx - north),
      })
    }
  }
  return tiles
}

export const tileSrc = (pattern: string, { x, y }: Pick<Tile, 'x' | 'y'>, zoom: number) =>
  pattern.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y))
