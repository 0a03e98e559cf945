import { finderModules, findersOf, quietZone } from '#common/qr-shape.ts'
import { discOf, rimRadius, type PieceLayout } from './layout-piece.ts'
import type { PrintData, PrintPicture } from './print-data.ts'

const paper = '#fff'
const ink = '#161310'
const inkSoft = '#55504a'

type Props = { data: PrintData; layout: PieceLayout; /** Prefix of the ids inside. */ id: string }

/** One printed piece, in units of 1/96 inch. SVG, so that it has the same proportions at every size and no style attribute. */
export function Piece({ data, layout, id }: Props) {
  const { format, width, height, lines, photo, band, code } = layout
  const { ground, onGround, accent } = data.colors
  const isOnColor = format === 'rider'
  const fills = { name: ink, title: ink, line: inkSoft, text: inkSoft, phone: ink, accent }
  return (
    <>
      {format === 'sticker' ? (
        <>
          <circle cx={width / 2} cy={height / 2} r={width / 2} fill={ground} />
          <circle {...discOf(layout)} fill={paper} />
          <Rim layout={layout} fill={onGround} id={id} />
        </>
      ) : (
        <rect width={width} height={height} fill={isOnColor ? ground : paper} />
      )}
      {band && (
        <>
          <Picture {...band} id={`${id}-band`} x={0} y={0} width={width} across={0.5} down={0.8} radius={0} />
          <path d={plateOf(width, band.plate, band.height)} fill={paper} />
        </>
      )}
      {isOnColor && <rect x={code.x} y={code.y} width={code.side} height={code.side} rx={36} fill={paper} />}
      {photo && (
        <>
          {band && <rect {...around(photo, 5)} fill={paper} />}
          <Picture {...photo} id={`${id}-photo`} width={photo.side} height={photo.side} across={0.5} down={0.26} />
        </>
      )}
      <Code {...data.code} at={code} />
      {lines.map(({ role, text, x, y, size }, index) => (
        <text
          key={index}
          className={`print-${role}${role === 'name' && data.hasSerifName ? ' serif' : ''}`}
          x={x}
          y={y}
          fontSize={size}
          fill={isOnColor ? onGround : fills[role]}
          textAnchor={format === 'tag' && role !== 'accent' ? 'middle' : 'start'}
        >
          {text}
        </text>
      ))}
    </>
  )
}

/** The plate’s upper corners are round; its lower edge is the band’s. */
const plateOf = (width: number, top: number, bottom: number) =>
  `M0 ${bottom + 1}V${top + 30}a30 30 0 0 1 30-30H${width - 30}a30 30 0 0 1 30 30V${bottom + 1}z`

const around = ({ x, y, side, radius }: { x: number; y: number; side: number; radius: number }, by: number) => ({
  x: x - by,
  y: y - by,
  width: side + 2 * by,
  height: side + 2 * by,
  rx: radius + by,
})

type Frame = { id: string; picture: PrintPicture; x: number; y: number; width: number; height: number; radius: number }

/** Covers its frame; `across` and `down` say which part of a larger picture is in it. */
function Picture({ id, picture, x, y, width, height, radius, across, down }: Frame & { across: number; down: number }) {
  const scale = Math.max(width / picture.width, height / picture.height)
  const size = { width: picture.width * scale, height: picture.height * scale }
  return (
    <>
      <clipPath id={id}>
        <rect x={x} y={y} width={width} height={height} rx={radius} />
      </clipPath>
      <image
        href={picture.src}
        {...size}
        x={x - (size.width - width) * across}
        y={y - (size.height - height) * down}
        preserveAspectRatio="none"
        clipPath={`url(#${id})`}
      />
    </>
  )
}

/** The code as squares, dark on white, with its quiet zone. */
function Code({ size, path, at: { x, y, side } }: PrintData['code'] & { at: PieceLayout['code'] }) {
  const all = size + 2 * quietZone
  return (
    <svg className="print-code" x={x} y={y} width={side} height={side} viewBox={`${-quietZone} ${-quietZone} ${all} ${all}`}>
      <path d={path} fill={ink} />
      {findersOf(size).map(([left, top]) => (
        <g key={`${left} ${top}`} fill={ink}>
          <rect x={left + 0.5} y={top + 0.5} width={finderModules - 1} height={finderModules - 1} rx={1.5} fill="none" stroke={ink} />
          <rect x={left + 2} y={top + 2} width={3} height={3} rx={1} />
        </g>
      ))}
    </svg>
  )
}

function Rim({ layout: { width, height, rim }, fill, id }: { layout: PieceLayout; fill: string; id: string }) {
  const [x, y] = [width / 2, height / 2]
  return rim.map(({ text, size, isAbove }) => {
    const radius = isAbove ? rimRadius.above : rimRadius.below
    const name = `${id}-${isAbove ? 'above' : 'below'}`
    return (
      <g key={name}>
        <path id={name} d={`M${x - radius} ${y}a${radius} ${radius} 0 0 ${isAbove ? 1 : 0} ${2 * radius} 0`} fill="none" />
        <text className="print-title" fontSize={size} fill={fill} textAnchor="middle">
          <textPath href={`#${name}`} startOffset="50%">
            {text}
          </textPath>
        </text>
      </g>
    )
  })
}
