import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { contactsPageSize } from '#contract/constants.ts'
import type { ConnectedClient } from '#contract/contacts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { Badge, Tag } from '../../../ui/status/badge.tsx'
import type { ContactList } from './contact-list.ts'
import { contactsHref } from '../contacts-href.ts'
import type { ContactSearch } from '../contacts-view.ts'
import { ContactDay } from './contact-day.tsx'
import { nameOf } from '../sheet/name-of.ts'
import { readTags } from '../sheet/tags.ts'

type Props = {
  alias: string
  list: ContactList
  /** The contacts selected at first; null if rows open a contact. */
  selected: readonly string[] | null
  more(): void
}

/** The rows loaded so far. The link at the end loads the next page when it comes near the viewport; without script it is a plain link. */
export function ContactRows({ alias, list, selected, more }: Props) {
  const t = useTranslate()
  const end = useRef<HTMLAnchorElement>(null)
  const page = Math.floor((list.before + list.rows.length) / contactsPageSize) + 1
  const hasMore = !list.isEnd && list.state === 'ready' && list.rows.length > 0
  useEffect(() => {
    if (!end.current) return
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && more(), {
      rootMargin: '1200px',
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  })

  return (
    <div className="ui-panel">
      <div className="contacts-columns">
        <SortLink alias={alias} of={list.of} order="name" label={t('contacts.name')} isSelecting={selected !== null} />
        <span aria-hidden="true">{t('home.email')}</span>
        <span aria-hidden="true">{t('contacts.phone')}</span>
        <span aria-hidden="true">{t('contacts.labels')}</span>
        <SortLink alias={alias} of={list.of} order="newest" label={t('contacts.date')} isSelecting={selected !== null} />
      </div>
      <ul className="ui-divided contacts-rows" aria-busy={list.state === 'searching'}>
        {list.rows.map((contact) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            href={contactsHref(alias, list.of, { contact: contact.id })}
            isSelected={selected && selected.includes(contact.id)}
            hasCompany={list.of.sort === 'company'}
          />
        ))}
      </ul>
      {(list.state === 'adding' || (list.state === 'searching' && list.rows.length === 0)) && <Skeleton rows={2} />}
      {hasMore && (
        <a
          ref={end}
          className="contacts-next center"
          href={contactsHref(alias, list.of, { page, isSelecting: selected !== null })}
          onClick={(event) => {
            event.preventDefault()
            more()
          }}
        >
          {t('contacts.more')}
        </a>
      )}
    </div>
  )
}

type SortLinkProps = { alias: string; of: ContactSearch; order: 'name' | 'newest'; label: string; isSelecting: boolean }

/** A heading that sorts by its column. */
function SortLink({ alias, of: { sort, ...unsorted }, order, label, isSelecting }: SortLinkProps) {
  const t = useTranslate()
  const isCurrent = (sort ?? 'newest') === order
  return (
    <Link
      to={contactsHref(alias, order === 'name' ? { ...unsorted, sort: order } : unsorted, { isSelecting })}
      aria-current={isCurrent || undefined}
      preventScrollReset
    >
      {label}
      <span className="sr-only">, {t(`contacts.sort.${order}`)}</span>
      {isCurrent && <Icon name={order === 'name' ? 'arrow-up' : 'arrow-down'} />}
    </Link>
  )
}

const rowTagsMax = 2

/** The first labels, and the number of the others. */
function RowTags({ tags }: { tags: readonly string[] }) {
  const more = tags.slice(rowTagsMax)
  return (
    <>
      {tags.slice(0, rowTagsMax).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {more.length > 0 && (
        <Tag>
          <span title={more.join(', ')} aria-hidden="true">
            +{more.length}
          </span>
          <span className="sr-only">{more.join(', ')}</span>
        </Tag>
      )}
    </>
  )
}

type RowProps = { contact: ConnectedClient; href: string; isSelected: boolean | null; hasCompany: boolean }

/** One contact in the list: the whole row opens it, or selects it. */
export function ContactRow({ contact, href, isSelected, hasCompany }: RowProps) {
  const t = useTranslate()
  const { emailAddress, phoneNumber, viewed, isQuarantined, dateCreated, isUndated, tags, via } = contact
  const cells = (
    <>
      <span className="contact-what">
        <span className="ui-cluster contact-name">
          <b dir="auto">{nameOf(contact)}</b>
          {hasCompany && contact.companyName && (
            <span className="contact-company" dir="auto">
              {contact.companyName}
            </span>
          )}
          {!viewed && <Badge kind="door">{t('inbox.new')}</Badge>}
          {isQuarantined && (
            <span title={t('contacts.quarantinedWhy')}>
              <Badge kind="warn">{t('contacts.quarantined')}</Badge>
            </span>
          )}
        </span>
        {via && <span className="contact-via">{t(`contacts.source.${via}`)}</span>}
      </span>
      <span className="contact-mail one-line">{emailAddress}</span>
      <span className="contact-phone one-line" dir="ltr">
        {phoneNumber}
      </span>
      <span className="contact-tags">
        <RowTags tags={readTags(tags)} />
      </span>
      <span className="contact-date across">
        {isUndated ? t('contacts.importState.done') : <ContactDay iso={dateCreated} />}
        {isSelected === null && <Icon name="chevron-right" />}
      </span>
    </>
  )
  return (
    <li>
      {isSelected !== null ? (
        <label className="contact-row">
          <input
            className="contact-check"
            type="checkbox"
            name="id"
            value={contact.id}
            defaultChecked={isSelected}
            data-quarantined={isQuarantined ? '' : undefined}
          />
          {cells}
        </label>
      ) : (
        <Link
          id={`contact-${contact.id}`}
          className={viewed ? 'contact-row' : 'contact-row ui-new'}
          to={href}
          state={{ isOpened: true }}
          preventScrollReset
        >
          <Avatar name={nameOf(contact)} size={48} />
          {cells}
        </Link>
      )}
    </li>
  )
}
