import { renderSVG } from 'uqr'

/** A code that opens the card, at the highest level of error correction, dark on white whatever the theme. */
export function drawQr(address: string): string {
  return renderSVG(address, { ecc: 'H', border: 1, blackColor: '#201b16', whiteColor: '#ffffff' })
}
