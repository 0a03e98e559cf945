export const readable = 4.5

/** The color if it is readable on this background, else the better of black and white. */
export function legible(ink: string, ground: string): string {
  if (contrast(ink, ground) >= readable) return ink
  return contrast('#ffffff', ground) > contrast('#000000', ground) ? '#ffffff' : '#000000'
}

const channels = (hex: string) => {
  const long = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1)
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as [number, number, number]
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes a share of another color into one. */
export function mix(one: string, other: string, share = 0.2): string {
  const [a, b] = [channels(one), channels(other)]
  return `#${a
    .map((value, at) =>
      Math.round(value * (1 - share) + (b[at] ?? 0) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
