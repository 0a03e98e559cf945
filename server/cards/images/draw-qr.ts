import { encode } from 'uqr'
import { qrCode } from '#contract/constants.ts'

/** The logo in the middle, on a plate. */
export type QrLogo = { png: Buffer; width: number; height: number; isLight: boolean }

const ink = '#201b16'
const paper = '#ffffff'
/** The white margin that scanners expect. */
const quietZone = 4
const finderModules = 7
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
    `<path fill="${ink}" d="${squares(data, size)}"/>`,
    ...eyesOf(size).map(([x, y]) => drawEye(x, y)),
    ...(logo ? [drawLogo(logo, size)] : []),
    '</svg>',
  ].join('')
}

/** Runs of dark squares, row by row; the three finder patterns are drawn separately. */
function squares(data: readonly boolean[][], size: number): string {
  const runs: string[] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue
      const start = x
      while (x + 1 < size && isDark(x + 1, y)) x++
      runs.push(`M${start} ${y}h${x - start + 1}v1h${start - x - 1}z`)
    }
  }
  return runs.join('')

  function isDark(x: number, y: number): boolean {
    return (
      data[y]?.[x] === true &&
      !eyesOf(size).some(([left, top]) => x >= left && x < left + finderModules && y >= top && y < top + finderModules)
    )
  }
}

const eyesOf = (size: number): [number, number][] => [
  [0, 0],
  [size - finderModules, 0],
  [0, size - finderModules],
]

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
