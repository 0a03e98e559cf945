import { encode } from 'uqr'
import { qrCode } from '#contract/constants.ts'
import { finderModules, findersOf, modulesPath, quietZone } from '#common/qr-shape.ts'

/** The logo in the middle, on a plate. */
export type QrLogo = { png: Buffer; width: number; height: number; isLight: boolean }

const ink = '#201b16'
const paper = '#ffffff'
const eyeRounding = 2
/** Share of the code's width. The highest error correction tolerates three times the covered squares. */
const logoShare = 0.23
const { logoBorder, errorCorrection } = qrCode

/** A QR code with the highest error correction, dark on white in every theme. */
export function drawQr(address: string, logo: QrLogo | null = null): string {
  const { data, size } = encode(address, { ecc: errorCorrection, border: 0 })
  const all = size + 2 * quietZone
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quietZone} ${-quietZone} ${all} ${all}" role="img">`,
    `<path fill="${paper}" d="M${-quietZone} ${-quietZone}h${all}v${all}h${-all}z"/>`,
    `<path fill="${ink}" d="${modulesPath(data, size)}"/>`,
    ...findersOf(size).map(([x, y]) => drawEye(x, y)),
    ...(logo ? [drawLogo(logo, size)] : []),
    '</svg>',
  ].join('')
}

function drawEye(x: number, y: number): string {
  const ring = `<rect x="${x + 0.5}" y="${y + 0.5}" width="${finderModules - 1}" height="${finderModules - 1}" rx="${eyeRounding - 0.5}" fill="none" stroke="${ink}"/>`
  return `${ring}<rect x="${x + 2}" y="${y + 2}" width="3" height="3" rx="1" fill="${ink}"/>`
}

function drawLogo({ png, width, height, isLight }: QrLogo, size: number): string {
  const capacity = size * logoShare - 2 * logoBorder
  const scale = Math.min(capacity / width, capacity / height)
  const [w, h] = [round(width * scale), round(height * scale)]
  const [x, y] = [round((size - w) / 2), round((size - h) / 2)]
  const plate = `x="${x - logoBorder}" y="${y - logoBorder}" width="${w + 2 * logoBorder}" height="${h + 2 * logoBorder}" rx="1.5" fill="${isLight ? ink : paper}"`
  return `<rect ${plate}/><image x="${x}" y="${y}" width="${w}" height="${h}" href="data:image/png;base64,${png.toString('base64')}"/>`
}

const round = (value: number) => Math.round(value * 100) / 100
