import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { PageLink } from '../page-link.tsx'
import { Words } from './words.tsx'

export type Column = {
  key: string
  label: string
  /** The link that sorts by this column; if it is sorted already, in the other direction. */
  sortHref?: string
  sorted?: 'ascending' | 'descending' | undefined
  isNumber?: boolean
  /** Does not wrap: a date, a badge, a state. */
  isShort?: boolean
  /** In smaller text. */
  isNote?: boolean
  /** On phones it is hidden, a number of a wide table before that, or at the end of the row without its label. Such tables have short rows on phones. */
  phone?: 'hidden' | 'end'
  /** The label is for screen readers only: the row’s menu. */
  isLabelHidden?: boolean
}
export type Row = {
  key: string
  href?: string
  isSelected?: boolean
  /** Selects the row: a check box without a visible label. */
  check?: ReactNode
  cells: Readonly<Record<string, ReactNode>>
}

/** Rows shown as blocks lose the table's semantics in some browsers unless the roles are written out. */
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
    <div className="ui-panel ui-table-panel">
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
          {rows.map(({ key, href, isSelected = false, check, cells }) => (
            <tr key={key} {...is.row} className={isSelected ? 'selected' : undefined}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.key} {...is.rowheader} scope="row">
                    <RowTitle check={check}>{href ? <PageLink href={href}>{cells[column.key]}</PageLink> : cells[column.key]}</RowTitle>
                  </th>
                ) : (
                  <td
                    key={column.key}
                    {...is.cell}
                    className={classOf(column)}
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

const RowTitle = ({ check, children }: { check: ReactNode; children: ReactNode }) =>
  check ? (
    <span className="ui-row-title">
      {check}
      {children}
    </span>
  ) : (
    children
  )

const classOf = ({ isNumber, isShort, isNote, phone }: Pick<Column, 'isNumber' | 'isShort' | 'isNote' | 'phone'>) =>
  [isNumber && 'number', isShort && 'short', isNote && 'note', phone && `phone-${phone}`].filter(Boolean).join(' ') || undefined

function Header({ label, sortHref, sorted, isNumber, phone, isLabelHidden }: Omit<Column, 'key'>) {
  const icon = sorted === 'ascending' ? 'arrow-up' : sorted === 'descending' ? 'arrow-down' : 'chevrons-up-down'
  return (
    <th {...is.columnheader} scope="col" className={classOf({ isNumber, phone })} aria-sort={sorted}>
      {sortHref ? (
        <>
          <PageLink href={sortHref}>
            {label}
            <Icon name={icon} />
          </PageLink>
          {/* Where the order is chosen elsewhere. */}
          <span className="ui-unsorted">{label}</span>
        </>
      ) : (
        <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
      )}
    </th>
  )
}

/** The subject of a row: picture, name and second line. */
export const Named = ({ lead, name, note }: { lead?: ReactNode; name: ReactNode; note?: ReactNode }) => (
  <span className="ui-named">
    {lead}
    <Words title={name} note={note} />
  </span>
)
