const startsPx = 8

/** How far a row follows the finger: only towards the side it leaves by, and only once it is meant. */
export function slideBy(movedPx: number, isRtl: boolean): number {
  const away = isRtl ? movedPx : -movedPx
  return away > startsPx ? movedPx : 0
}

/** Let go past a third of its width, a row leaves. */
export const isSlidAway = (byPx: number, widthPx: number) => widthPx > 0 && Math.abs(byPx) > widthPx / 3
