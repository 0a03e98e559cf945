import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { focusReturnMs, searchDebounceMs } from '#contract/constants.ts'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SearchField } from '../../../ui/field/search-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { contactsHref } from '../contacts-href.ts'
import type { ContactSearch } from '../contacts-view.ts'
import { hasHiddenTags, labelListId, visibleTags } from '../sheet/tags.ts'

type Props = { alias: string; searched: ContactSearch; labels: readonly string[]; isSelecting: boolean; search(q: string): void }

/** Search, and a filter by label. A form and links, which work without script. */
export function ContactsSearch({ alias, searched, labels, isSelecting, search }: Props) {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const { typed, type, send } = useSearch(searched.q, search, field)
  return (
    <div className="contacts-bar">
      <form
        className="contacts-search"
        role="search"
        action={ownerHref(alias, 'myContacts')}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <SearchField
          ref={field}
          label={t('contacts.search')}
          isLabelHidden
          name="q"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          placeholder={t('contacts.search')}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        {searched.label && <input type="hidden" name="label" value={searched.label} />}
        {searched.sort && <input type="hidden" name="sort" value={searched.sort} />}
        {isSelecting && <input type="hidden" name="select" value="on" />}
        <noscript>
          <Button type="submit">{t('contacts.searchButton')}</Button>
        </noscript>
      </form>
      {labels.length > 0 && (
        <nav className="ui-chips contacts-labels" aria-label={t('contacts.labels')}>
          <ul>
            {['', ...visibleTags(labels, searched.label ? [searched.label] : [])].map((label) => (
              <li key={label}>
                <Link
                  to={contactsHref(alias, { ...searched, label }, { isSelecting })}
                  aria-current={searched.label === label ? 'true' : undefined}
                  dir="auto"
                  preventScrollReset
                >
                  {label || t('contacts.all')}
                </Link>
              </li>
            ))}
          </ul>
          {hasHiddenTags(labels) && <LabelFinder alias={alias} searched={searched} labels={labels} isSelecting={isSelecting} />}
        </nav>
      )}
    </div>
  )
}

/** Finds a label if there are too many for chips. Its datalist also serves the contact forms. */
function LabelFinder({ alias, searched, labels, isSelecting }: Omit<Props, 'search'>) {
  const t = useTranslate()
  const navigate = useNavigate()
  const choose = (label: string) =>
    void navigate(contactsHref(alias, { ...searched, label }, { isSelecting }), { preventScrollReset: true })
  return (
    <form
      className="contacts-label-finder"
      action={ownerHref(alias, 'myContacts')}
      onSubmit={(event) => {
        event.preventDefault()
        const label = new FormData(event.currentTarget).get('label')
        if (typeof label === 'string') choose(label.trim())
      }}
    >
      {searched.q && <input type="hidden" name="q" value={searched.q} />}
      {searched.sort && <input type="hidden" name="sort" value={searched.sort} />}
      {isSelecting && <input type="hidden" name="select" value="on" />}
      <TextField
        label={t('contacts.labelFind', { count: labels.length })}
        type="search"
        name="label"
        list={labelListId}
        maxLength={60}
        dir="auto"
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ currentTarget: { value }, nativeEvent }) => isChosen(nativeEvent) && labels.includes(value) && choose(value)}
      />
      <datalist id={labelListId}>
        {labels.map((label) => (
          <option key={label}>{label}</option>
        ))}
      </datalist>
      <noscript>
        <Button type="submit">{t('contacts.searchButton')}</Button>
      </noscript>
    </form>
  )
}

/** True for a choice from the datalist: browsers report it by the input type or by none. Typing may continue. */
const isChosen = (event: Event) => !('inputType' in event) || !event.inputType || event.inputType === 'insertReplacementText'

/** A search field that is debounced and keeps the focus. */
function useSearch(q: string, search: (q: string) => void, field: RefObject<HTMLInputElement | null>) {
  const [typed, setTyped] = useState(q)
  const [sent, setSent] = useState(q)
  const [applied, setApplied] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // History navigation to another search updates the field.
  if (applied !== q) {
    setApplied(q)
    if (sent !== q) setTyped(q)
  }
  useEffect(() => {
    // Text typed before hydration is not lost.
    const early = field.current?.value ?? ''
    if (early !== q) type(early)
    return () => clearTimeout(timer.current)
    // oxlint-disable-next-line react/exhaustive-deps -- once, on arrival
  }, [])

  function send(text: string) {
    clearTimeout(timer.current)
    if (text.trim() === q) return
    setSent(text.trim())
    const hadFocus = document.activeElement === field.current
    search(text.trim())
    if (hadFocus) setTimeout(() => document.activeElement === document.body && field.current?.focus(), focusReturnMs)
  }
  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(text), searchDebounceMs)
  }
  return { typed, type, send: () => send(typed) }
}
