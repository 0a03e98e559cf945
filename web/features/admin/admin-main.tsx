import { useEffect, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { SearchField } from '../../ui/field/search-field.tsx'
import { CursorLinks } from '../../ui/list/cursor-links.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useSyncedState } from '../../ui/use-synced-state.ts'
import { useAddressDialog } from './address-dialog.tsx'
import { listHref, placeHref, places, withoutDone } from './admin-places.ts'
import type { Done } from './admin-view.ts'
import { useOutcome } from './use-outcome.ts'

type Props = Omit<ComponentProps<typeof PageHeader>, 'crumbs'> & {
  /** The list this page belongs to. */
  below?: (typeof places)[number]['path']
  children: ReactNode
}

/** One admin page: its header, the result of the last form, and its panels. */
export function AdminMain({ below, children, ...header }: Props) {
  const t = useTranslate()
  const { done, error } = useOutcome()
  useForgetDone(done)
  // A dialog shows the error of its form.
  const isInDialog = useAddressDialog().open !== ''
  const place = places.find(({ path }) => path === below)
  const crumbs = place && { label: t('admin.crumbs'), links: [{ href: placeHref(place.path), label: t(place.word) }] }
  return (
    <Stack>
      <PageHeader {...header} {...(crumbs && { crumbs })} />
      {done && <Banner kind="ok" title={done.text} action={done.undo && <Undo {...done.undo} />} isLive />}
      {error && !isInDialog && <Banner kind="bad" title={error.message} isLive />}
      {children}
    </Stack>
  )
}

/** A reload, a bookmark or the way back does not report the last form again. */
function useForgetDone(done: Done | null) {
  useEffect(() => {
    if (done) history.replaceState(history.state, '', withoutDone(location.href))
  }, [done])
}

function Undo({ intent, fields }: NonNullable<Done['undo']>) {
  const t = useTranslate()
  return (
    <form method="post">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button size="small" type="submit" name="intent" value={intent}>
        {t('admin.undo')}
      </Button>
    </form>
  )
}

type NextProps = {
  path: string
  query?: Readonly<Record<string, string>>
  /** The query parameter of the cursor, on a page with several lists. */
  cursor?: string
  next: string | null
  isFurther: boolean
  summary?: ReactNode
}

/** Links to the next page of a list and back to its first. */
export function NextLink({ path, query = {}, cursor = 'from', next, isFurther, summary }: NextProps) {
  const t = useTranslate()
  return (
    <CursorLinks
      label={t('admin.pages')}
      summary={summary}
      first={isFurther ? { href: listHref(path, query), label: t('admin.first') } : null}
      next={next === null ? null : { href: listHref(path, { ...query, [cursor]: next }), label: t('admin.more') }}
    />
  )
}

type FilterFormProps = Omit<ComponentProps<'form'>, 'action' | 'onChange' | 'onSubmit' | 'className'> & {
  action: string
  /** How many entries the list shows, which a screen reader announces. */
  found: number
}

/** A form that leads to an address. A filter acts when it is chosen, a search with Enter or by the button. */
export function FilterForm({ action, found, children, ...form }: FilterFormProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const find = (fields: HTMLFormElement) => {
    const query = [...new FormData(fields)].map(([name, value]) => [name, String(value).trim()])
    void navigate(listHref(action, Object.fromEntries(query)), { preventScrollReset: true })
  }
  const choose = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'search') find(currentTarget)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    find(event.currentTarget)
  }
  return (
    <form className="ui-cluster ui-filter-form" {...form} action={action} onChange={choose} onSubmit={submit}>
      <p className="sr-only" role="status">
        {t('admin.found', { count: found })}
      </p>
      {children}
    </form>
  )
}

type SearchProps = Pick<FilterFormProps, 'action' | 'found' | 'children'> & { label: string; q: string; clearHref: string }

/** A list's search. `children` are filters. */
export function ListSearch({ label, q, clearHref, children, ...form }: SearchProps) {
  const t = useTranslate()
  const [typed, setTyped] = useSyncedState(q)
  return (
    <FilterForm role="search" {...form}>
      <SearchField
        label={label}
        isLabelHidden
        placeholder={label}
        name="q"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={100}
        enterKeyHint="search"
        clear={q ? { label: t('admin.clear'), href: clearHref } : undefined}
      />
      {children}
      <Button type="submit">{t('admin.find')}</Button>
    </FilterForm>
  )
}
