import type { ComponentProps } from 'react'
import { IconButton, IconLink } from '../button/icon-button.tsx'
import { Icon } from '../icons/icon.tsx'
import { FieldFrame, splitWords, type FieldWords } from './field-frame.tsx'

/** `href` is the same page without the search, to clear it without a script; `onClick` is for a list that filters while typing. */
type Clear = { label: string; href: string } | { label: string; onClick: () => void }

export function SearchField(props: FieldWords & ComponentProps<'input'> & { clear?: Clear | undefined }) {
  const [words, { clear, ...input }] = splitWords(props)
  return (
    <FieldFrame words={words} id={input.id}>
      {(marks) => (
        <span className="ui-search">
          <Icon name="search" />
          <input className="ui-input" type="search" dir="auto" autoCapitalize="none" spellCheck={false} {...input} {...marks} />
          {clear && ('href' in clear ? <IconLink icon="x" {...clear} /> : <IconButton icon="x" {...clear} />)}
        </span>
      )}
    </FieldFrame>
  )
}
