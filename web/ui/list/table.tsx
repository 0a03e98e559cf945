import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { PageLink } from '../page-link.tsx'

export type Column = {
  key: string
  label: string
  /** The same list sorted by this column; where it is sorted already, the other way around. */
  sortHref?: string
  sorted?: 'ascending' | 'descending' | undefined
  isNumber?: boolean
  /** A date, a badge, a state: its words stay in one line. */
  isShort?: boolean
  /** On phones it is left out, or stands at the row's end without its name. A table that says so of its columns has short rows there. */
  phone?: 'hidden' | 'end'
  /** Its label is only heard: for the row's menu. */
  isLabelHidden?: boolean
}
export type Row = { key: string; href?: string; isSelected?: boolean; cells: Readonly<Record<string, ReactNode>> }

/** Drawn as blocks a table is none to some browsers, unless its roles are written out. */
const is = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  rowheader: { role: 'rowheader' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

type Props = { caption: string; columns: readonly Column[]; rows: readonly Row[] }

/** The first column names the row and carries its link. On phones each row is a block that names its values. */
export function Table({ caption, columns, rows }: Props) {
  return (
    <div className="ui-panel">
      <table className="ui-table" {...is.table}>
        <caption className="sr-only">{caption}</caption>
        <thead {...is.rowgroup}>
          <tr {...is.row}>
            {columns.map(({ key, ...column }) => (
              <Header key={key} {...column} />
            ))}
          </tr>
        </thead>
        <tbody {...is.rowgroup}>
          {rows.map(({ key, href, isSelected = false, cells }) => (
            <tr key={key} {...is.row} className={isSelected ? 'selected' : undefined}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.key} {...is.rowheader} scope="row">
                    {href ? <PageLink href={href}>{cells[column.key]}</PageLink> : cells[column.key]}
                  </th>
                ) : (
                  <td
                    key={column.key}
                    {...is.cell}
                    className={
                      [column.isNumber && 'number', column.isShort && 'short', column.phone && `phone-${column.phone}`]
                        .filter(Boolean)
                        .join(' ') || undefined
                    }
                    data-label={column.isLabelHidden || column.phone ? undefined : column.label}
                  >
                    {cells[column.key]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Header({ label, sortHref, sorted, isNumber, isLabelHidden }: Omit<Column, 'key' | 'phone'>) {
  const icon = sorted === 'ascending' ? 'arrow-up' : sorted === 'descending' ? 'arrow-down' : 'chevrons-up-down'
  return (
    <th {...is.columnheader} scope="col" className={isNumber ? 'number' : undefined} aria-sort={sorted}>
      {sortHref ? (
        <PageLink href={sortHref}>
          {label}
          <Icon name={icon} />
        </PageLink>
      ) : (
        <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
      )}
    </th>
  )
}

/** Who a row is about: a picture, a name, and a line below. */
export const Named = ({ lead, name, note }: { lead?: ReactNode; name: ReactNode; note?: ReactNode }) => (
  <span className="ui-named">
    {lead}
    <span>
      <b dir="auto">{name}</b>
      {note && <small dir="auto">{note}</small>}
    </span>
  </span>
)
