const radius = 100
/** What the photo and a line around it leave free; the styles of the layout place the photo by it. */
const inner = 65
const mid = (radius + inner) / 2
const amplitude = (radius - inner) / 2

/** The rosette of the layout Ledger, as on engraved papers: a mask of lines, drawn from the card's address alone. */
export function drawSeal(alias: string): string {
  const { petals, lines, swell, lobes, lean } = shapeOf(alias)
  const step = (Math.PI * 2) / petals
  const points = Math.ceil(190 / petals)
  const line = (at: number) =>
    Array.from({ length: points + 1 }, (_, point) => {
      const turn = (point / points) * step
      const wave = Math.sin(petals * turn - ((at + lean) / lines) * Math.PI * 2) * (1 - swell * Math.cos(petals * lobes * turn))
      const from = mid + (amplitude * wave) / (1 + swell * 0.5)
      return `${point ? 'L' : 'M'}${(from * Math.cos(turn)).toFixed(1)} ${(from * Math.sin(turn)).toFixed(1)}`
    }).join('')
  const petal = Array.from({ length: lines }, (_, at) => line(at)).join('')
  // All lines of one petal, turned.
  const others = Array.from(
    { length: petals - 1 },
    (_, at) => `<use href="#a" transform="rotate(${(((at + 1) * 360) / petals).toFixed(2)})"/>`,
  )
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-103 -103 206 206" width="206" height="206">',
    `<g fill="none" stroke="#000" stroke-width=".55"><path id="a" d="${petal}"/>`,
    ...others,
    `<circle r="${inner - 2}" stroke-width=".9"/></g></svg>`,
  ].join('')
}

function shapeOf(alias: string) {
  const next = numbersOf(alias.toLowerCase())
  return {
    petals: 9 + Math.floor(next() * 8),
    lines: 10 + Math.floor(next() * 4),
    swell: 0.14 + Math.floor(next() * 9) * 0.02,
    lobes: 2 + Math.floor(next() * 2),
    lean: Math.floor(next() * 16) / 16,
  }
}

/** Numbers from 0 to 1 that the text alone decides: its FNV-1a hash, mixed again for each. */
function numbersOf(text: string): () => number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return () => {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39) >>> 0
    return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
  }
}
