import { useMemo, useState } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { PageStyle } from '../../../../ui/page-style.tsx'
import { useToast } from '../../../../ui/overlay/toast.tsx'
import { Group } from '../../fields/group.tsx'
import { ProNote } from '../../fields/pro-note.tsx'
import { SortList } from '../../fields/sort-list.tsx'
import { useDraft } from '../../use-editor.ts'
import { isUsualMenu, menuRows } from './menu-rows.ts'
import { MenuRow } from './menu-row.tsx'
import { useMenuActs } from './use-menu.ts'
import { usualKeyOf, type UsualKey } from './usual-menu.ts'
import css from './menu.css?inline'
import href from './menu.css?url'

const labels = {
  home: 'menu.home',
  about: 'menu.about',
  reviews: 'menu.reviews',
  review: 'menu.review',
  homeValue: 'menu.homeValue',
  vCard: 'menu.vCard',
  connect: 'menu.connect',
  contact: 'menu.contact',
} as const satisfies Record<UsualKey, MessageKey>

const most = 60

/** What stands in the card’s menu, and links of one’s own. */
export function MenuSection() {
  const t = useTranslate()
  const showToast = useToast()
  const [menus] = useDraft('menus')
  const [profile] = useDraft('profile')
  const acts = useMenuActs()
  const [added, setAdded] = useState('')
  const rows = useMemo(() => menuRows(menus), [menus])
  const usualLabel = (key: string) => {
    const usual = usualKeyOf(key)
    return usual ? t(labels[usual], { team: profile === 2 }) : t('editor.menu.noName')
  }

  function goBack() {
    const bringBack = acts.backToUsual()
    showToast(t('editor.menu.usualAgain'), { forMs: snackbarMs.notice, action: { label: t('inbox.undo'), onClick: bringBack } })
  }

  return (
    <>
      <PageStyle name="editor-menu" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <ProNote right="CustomMenus" />
      <Group title={t('editor.menu.title')} lead={t('editor.menu.lead')} isRows>
        <SortList items={rows} keyOf={({ key }) => key} nameOf={({ key, label }) => label.trim() || usualLabel(key)} reorder={acts.reorder}>
          {(item) => <MenuRow item={item} usualLabel={usualLabel(item.key)} isNew={item.key === added} onGone={() => focusAdd()} />}
        </SortList>
      </Group>
      <div className="menu-acts">
        <Button kind="primary" icon="plus" id={addButton} disabled={menus.length >= most} onClick={() => setAdded(focusOn(acts.add()))}>
          {t('editor.menu.add')}
        </Button>
        {!isUsualMenu(menus) && (
          <Button kind="ghost" icon="undo-2" onClick={goBack}>
            {t('editor.menu.usual')}
          </Button>
        )}
      </div>
    </>
  )
}

const addButton = 'menu-add'
const focusAdd = () => document.getElementById(addButton)?.focus()

/** The first field of a new entry, when it is drawn. */
function focusOn(key: string): string {
  requestAnimationFrame(() => document.getElementById(`menu-${key}`)?.querySelector('input')?.focus())
  return key
}
