import { Cluster } from '../../../../ui/page/layout.tsx'
import { useMemo, useState } from 'react'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Group } from '../../fields/group.tsx'
import { ProNote } from '../../fields/pro-note.tsx'
import { SortList } from '../../fields/sort-list.tsx'
import { useDraft } from '../../use-editor.ts'
import { useUndoToast } from '../with-undo.ts'
import { isDefaultMenu, menuRows } from './menu-rows.ts'
import { MenuRow } from './menu-row.tsx'
import { useMenuActions } from './use-menu.ts'
import { defaultKeyOf, type DefaultKey } from './default-menu.ts'

const labels = {
  home: 'menu.home',
  about: 'menu.about',
  reviews: 'menu.reviews',
  review: 'menu.review',
  homeValue: 'menu.homeValue',
  vCard: 'menu.vCard',
  connect: 'menu.connect',
  contact: 'menu.contact',
} as const satisfies Record<DefaultKey, MessageKey>

const most = 60

/** The card's menu, with the owner's links. */
export function MenuSection() {
  const t = useTranslate()
  const showUndo = useUndoToast()
  const [menus] = useDraft('menus')
  const [profile] = useDraft('profile')
  const acts = useMenuActions()
  const [added, setAdded] = useState('')
  const rows = useMemo(() => menuRows(menus), [menus])
  const defaultLabel = (key: string) => {
    const defaultKey = defaultKeyOf(key)
    return defaultKey ? t(labels[defaultKey], { team: profile === 2 }) : t('editor.menu.noName')
  }

  return (
    <>
      <ProNote permission="CustomMenus" />
      <Group title={t('editor.menu.title')} lead={t('editor.menu.lead')} isRows>
        <SortList
          items={rows}
          keyOf={({ key }) => key}
          nameOf={({ key, label }) => label.trim() || defaultLabel(key)}
          reorder={acts.reorder}
        >
          {(item) => <MenuRow item={item} defaultLabel={defaultLabel(item.key)} isNew={item.key === added} onGone={() => focusAdd()} />}
        </SortList>
      </Group>
      <Cluster>
        <Button kind="primary" icon="plus" id={addButton} disabled={menus.length >= most} onClick={() => setAdded(focusOn(acts.add()))}>
          {t('editor.menu.add')}
        </Button>
        {!isDefaultMenu(menus) && (
          <Button kind="ghost" icon="undo-2" onClick={() => showUndo(t('editor.menu.usualAgain'), acts.resetMenu())}>
            {t('editor.menu.usual')}
          </Button>
        )}
      </Cluster>
    </>
  )
}

const addButton = 'menu-add'
const focusAdd = () => document.getElementById(addButton)?.focus()

/** Focuses the first field of a new entry, once rendered. */
function focusOn(key: string): string {
  requestAnimationFrame(() => document.getElementById(`menu-${key}`)?.querySelector('input')?.focus())
  return key
}
