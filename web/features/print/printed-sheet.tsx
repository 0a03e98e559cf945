import { useId } from 'react'
import type { PieceLayout } from './layout-piece.ts'
import { Piece } from './piece.tsx'
import type { PrintData } from './print-data.ts'
import { unitsPerInch, type Sheet } from './print-layout.ts'

const markInk = '#8b857e'
const foldInk = '#a59d91'

type Props = { data: PrintData; layout: PieceLayout; sheet: Sheet; /** Without it, the drawing is for the eyes only. */ label?: string }

/** The page as it is printed, in its real size: pieces, fold line and trim marks. */
export function PrintedSheet({ data, layout, sheet: { width, height, places, marks, fold, page }, label }: Props) {
  const id = useId()
  const { width: w, height: h } = layout
  return (
    <svg
      className={`print-paper ${page}`}
      width={`${width / unitsPerInch}in`}
      height={`${height / unitsPerInch}in`}
      viewBox={`0 0 ${width} ${height}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <rect width={width} height={height} fill="#fff" />
      <defs>
        <g id={`${id}piece`}>
          <Piece data={data} layout={layout} id={id} />
        </g>
      </defs>
      {places.map(({ x, y, isTurned }) => (
        <use
          key={`${x} ${y}`}
          href={`#${id}piece`}
          transform={isTurned ? `translate(${x} ${y}) rotate(180 ${w / 2} ${h / 2})` : `translate(${x} ${y})`}
        />
      ))}
      {marks.map((line) => (
        <line key={Object.values(line).join(' ')} {...line} stroke={markInk} strokeWidth={0.75} />
      ))}
      {fold && <line x1={fold.x1} x2={fold.x2} y1={fold.y} y2={fold.y} stroke={foldInk} strokeWidth={1} strokeDasharray="6 5" />}
    </svg>
  )
}

/** One piece for the screen: as large as fits into a box of these pixels. */
export function PreviewedPiece({ data, layout, label }: Omit<Props, 'sheet'>) {
  const { width, height, format } = layout
  const scale = Math.min(520 / width, 340 / height)
  return (
    <svg
      className={`print-paper ${format}`}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <Piece data={data} layout={layout} id={useId()} />
    </svg>
  )
}
