import { useState } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { countNew, withDismissed, withRestored, withRead, type StoredNotification } from '../../platform/push/notifications.ts'
import { changeNotifications } from '../../platform/push/notifications-store.ts'
import mailbox from '../../ui/art/spot-mailbox.svg?url'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { SearchField } from '../../ui/field/search-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { InboxRow } from './inbox-row.tsx'
import { InboxSheet } from './inbox-sheet.tsx'
import styles from './inbox.css?page-style'
import { useFillInbox } from './use-fill-inbox.ts'
import { useInbox } from './use-inbox.ts'

const shortListMax = 5

/** A card's notifications on this device, filled by script from pushes and the server's list. */
export function InboxPage({ alias }: { alias: string }) {
  const t = useTranslate()
  const showToast = useToast()
  const { notices, loadedAt } = useInbox(alias) ?? { notices: null, loadedAt: 0 }
  const [wanted, setWanted] = useState('')
  const [opened, setOpened] = useState<StoredNotification | null>(null)
  const filling = useFillInbox(alias)
  const newCount = notices ? countNew(notices) : 0
  const found = notices ? searchNotices(notices, wanted) : []
  const language = notices ? document.documentElement.lang : ''

  const read = (which: readonly StoredNotification[]) =>
    void changeNotifications((stored) => withRead(stored, new Set(which.map(({ receivedOn }) => receivedOn)), Date.now()))

  function open(notice: StoredNotification) {
    setOpened(notice)
    read([notice])
  }
  function dismiss(notice: StoredNotification) {
    void changeNotifications((stored) => withDismissed(stored, notice.receivedOn))
    const handleClick = () => void changeNotifications((stored) => withRestored(stored, notice))
    showToast(t('inbox.dismissed'), { forMs: snackbarMs.notice, action: { label: t('inbox.undo'), onClick: handleClick } })
  }

  return (
    <div className="inbox">
      <PageStyle name="inbox" styles={styles} />
      <PageHeader
        title={t('inbox.title')}
        actions={newCount > 0 && <Button onClick={() => read(notices ?? [])}>{t('inbox.readAll')}</Button>}
      />
      <p className="sr-only" role="status">
        {newCount > 0 && t('inbox.newCount', { count: newCount })}
      </p>
      {notices && filling === 'failed' && <Banner kind="bad" title={t('inbox.notLoaded')} />}
      {!notices?.length && filling !== 'failed' && (notices && filling === 'done' ? <Empty alias={alias} /> : <Waiting />)}
      {notices && notices.length > 0 && (
        <>
          <SearchField
            label={t('inbox.search')}
            isLabelHidden
            value={wanted}
            placeholder={t('inbox.search')}
            autoComplete="off"
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
          <p className="inbox-none" role="status">
            {found.length === 0 && t('inbox.nothingFound')}
          </p>
          <ul className="inbox-list" aria-label={t('inbox.title')}>
            {found.map((notice) => (
              <InboxRow
                key={notice.receivedOn}
                notice={notice}
                now={loadedAt}
                language={language}
                open={() => open(notice)}
                read={() => read([notice])}
                dismiss={() => dismiss(notice)}
              />
            ))}
          </ul>
          {found.length > shortListMax && (
            <ButtonLink kind="ghost" icon="arrow-up" href="#top">
              {t('inbox.toTop')}
            </ButtonLink>
          )}
        </>
      )}
      {opened && <InboxSheet key={opened.receivedOn} alias={alias} notice={opened} language={language} close={() => setOpened(null)} />}
    </div>
  )
}

function Waiting() {
  const t = useTranslate()
  return (
    <>
      <p className="inbox-lead requires-script">{t('inbox.opening')}</p>
      <noscript>
        <p className="inbox-lead">{t('inbox.onDevice')}</p>
      </noscript>
    </>
  )
}

function Empty({ alias }: { alias: string }) {
  const t = useTranslate()
  return (
    <EmptyState
      art={mailbox}
      title={t('inbox.empty')}
      action={<ButtonLink href={`${ownerHref(alias, 'myAccount')}#notifications`}>{t('inbox.settings')}</ButtonLink>}
    >
      {t('inbox.emptyHow')}
    </EmptyState>
  )
}

/** Notifications that contain every word of the search, ignoring case and accents. */
export function searchNotices(notices: readonly StoredNotification[], wanted: string): StoredNotification[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean)
  return notices.filter(({ notification: { title, body } }) => {
    const text = plain(`${title} ${body}`)
    return words.every((word) => text.includes(word))
  })
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
