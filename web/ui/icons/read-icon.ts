import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brandMarks, iconNames } from './icon-names.ts'

const require = createRequire(import.meta.url)

type Paths = Record<string, string>

/** Marks that no set has. */
const ownMarks: Paths = {
  'follow-up-boss':
    'M.8 6h6v2.4H3.5v2.5h2.9v2.3H3.5V18H.8zM8.2 6h2.7v7.6c0 1.4.4 2.1 1.3 2.1s1.3-.7 1.3-2.1V6h2.7v7.6c0 3-1.4 4.6-4 4.6s-4-1.6-4-4.6zM17.8 6h3c2 0 3 1.1 3 3 0 1.2-.4 2.1-1.2 2.6 1 .5 1.4 1.5 1.4 2.9 0 2.2-1.2 3.5-3.3 3.5h-2.9zM20.3 8.3v2.5h.3c.6 0 .9-.4.9-1.2s-.3-1.3-.9-1.3zM20.3 13v2.7h.4c.7 0 1-.5 1-1.4S21.4 13 20.7 13z',
}

/** Converts an icon to a single path, so that pages carry a short string instead of nested shapes. */
export function readIcons(): { icons: Paths; marks: Paths } {
  const read = (folder: string, name: string) => onePath(readFileSync(require.resolve(`${folder}/icons/${name}.svg`), 'utf8'))
  return {
    icons: Object.fromEntries(iconNames.map((name) => [name, read('lucide-static', name)])),
    marks: Object.fromEntries(brandMarks.map((name) => [name, ownMarks[name] ?? read('simple-icons', name)])),
  }
}

function onePath(svg: string): string {
  const shapes = [...svg.matchAll(/<(path|circle|ellipse|rect|line|polyline|polygon)\b([^>]*?)\/?>/g)]
  return shapes.map(([, shape = '', attributes = '']) => toPath(shape, readAttributes(attributes))).join('')
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))

function toPath(shape: string, attributes: Record<string, string>): string {
  const number = (name: string) => Number(attributes[name] ?? 0)
  switch (shape) {
    case 'path': {
      const path = attributes['d'] ?? ''
      // A relative first move would start from the shape before it.
      return path.startsWith('m') ? `M0 0${path}` : path
    }
    case 'circle':
      return round(number('cx'), number('cy'), number('r'), number('r'))
    case 'ellipse':
      return round(number('cx'), number('cy'), number('rx'), number('ry'))
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`
    case 'rect':
      return box(number('x'), number('y'), number('width'), number('height'), number('rx'))
    case 'polyline':
      return `M${attributes['points'] ?? ''}`
    case 'polygon':
      return `M${attributes['points'] ?? ''}z`
    default:
      throw new Error(`An icon has an unknown shape: ${shape}`)
  }
}

const round = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`

function box(x: number, y: number, width: number, height: number, r: number): string {
  const corner = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : '')
  return [
    `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}`,
    `v${height - 2 * r}${corner(-r, r)}`,
    `h${2 * r - width}${corner(-r, -r)}`,
    `v${2 * r - height}${corner(r, -r)}z`,
  ].join('')
}
