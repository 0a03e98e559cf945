import { emailTextPx } from '#contract/drawing.ts'

const lineWidthPx = 300
/** What a letter of Arial takes, on average, of its size. */
const letterShare = 0.54

/** How large an address is written so that it stays on one line, within the bounds of what may be. */
export function emailSizePx(address: string): number {
  const fitting = Math.floor(lineWidthPx / (letterShare * Math.max(1, address.length)))
  return Math.min(emailTextPx.most, Math.max(emailTextPx.least, fitting))
}
