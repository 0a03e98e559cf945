import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brandMarks, iconNames } from './icon-names.ts'

const require = createRequire(import.meta.url)

type Paths = Record<string, string>

/** Every icon as one path, so that a page carries a short string instead of nested shapes. */
export function readIcons(): { icons: Paths; marks: Paths } {
  const read = (folder: string, name: string) => onePath(readFileSync(require.resolve(`${folder}/icons/${name}.svg`), 'utf8'))
  return {
    icons: Object.fromEntries(iconNames.map((name) => [name, read('lucide-static', name)])),
    marks: Object.fromEntries(brandMarks.map((name) => [name, read('simple-icons', name)])),
  }
}

function onePath(svg: string): string {
  const shapes = [...svg.matchAll(/<(path|circle|ellipse|rect|line|polyline|polygon)\b([^>]*?)\/?>/g)]
  return shapes.map(([, shape = '', attributes = '']) => toPath(shape, readAttributes(attributes))).join('')
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))

function toPath(shape: string, given: Record<string, string>): string {
  const number = (name: string) => Number(given[name] ?? 0)
  switch (shape) {
    case 'path': {
      const path = given['d'] ?? ''
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
      return `M${given['points'] ?? ''}`
    case 'polygon':
      return `M${given['points'] ?? ''}z`
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
