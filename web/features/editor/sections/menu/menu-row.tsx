import { Cluster } from '../../../../ui/page/layout.tsx'
import { memo } from 'react'
import type { MenuItem } from '#contract/cards/cards.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { Segments } from '../../../../ui/field/segments.tsx'
import { TextInput } from '../../fields/text-field.tsx'
import { useEditorState, useEntryIssues } from '../../use-editor.ts'
import { Entry } from '../entry.tsx'
import { useUndoToast } from '../with-undo.ts'
import { iconInClass } from '../../../../ui/icons/named-icons.ts'
import { entryIcons, withIcon } from './entry-icon.ts'
import { SearchWords } from './search-words.tsx'
import { useMenuActions } from './use-menu.ts'
import { device, everywhere, linkType, defaultKeyOf } from './default-menu.ts'

type Props = { item: MenuItem; defaultLabel: string; isNew: boolean; onGone(): void }

const menuElement = (key: string) => `menu-${key}`

/** A menu entry: a standard page or an owner's link. */
export const MenuRow = memo(function MenuRow({ item, defaultLabel, isNew, onGone }: Props) {
  const t = useTranslate()
  const { change } = useMenuActions()
  // Issue paths use its index in the saved menu.
  const at = useEditorState(({ edited }) => edited.menus.findIndex(({ key }) => key === item.key))
  const issues = useEntryIssues(`menus.${at}`)
  const defaultKey = defaultKeyOf(item.key)
  const isLink = defaultKey === null && item.type === linkType
  const name = item.label.trim() || defaultLabel
  const icon = iconInClass(item.cssClass)
  // Entries set up for the owner can be moved and hidden, not edited.
  const isDisabled = !item.editable
  const write = (part: Partial<MenuItem>) => change(item.key, part)

  return (
    <Entry
      id={menuElement(item.key)}
      glyph={defaultKey === null && <Icon name={icon ?? 'link'} />}
      name={name}
      note={[...notesOf(item).map((note) => t(`editor.menu.note.${note}`)), isDisabled && t('editor.menu.note.fixed')]
        .filter(Boolean)
        .join(' · ')}
      isVisible={item.show}
      show={(show) => write({ show })}
      isOpenAtFirst={isNew}
      isInvalid={issues.size > 0}
    >
      <TextInput
        label={t('editor.menu.label')}
        hint={defaultKey ? t('editor.menu.labelHint', { name: defaultLabel }) : undefined}
        placeholder={defaultKey ? defaultLabel : undefined}
        max={80}
        isWide
        isDisabled={isDisabled}
        value={item.label}
        change={(label) => write({ label })}
        issue={issues.get('label')}
      />
      {isLink && (
        <TextInput
          label={t('editor.menu.address')}
          hint={t('editor.menu.addressHint')}
          type="url"
          max={2000}
          isWide
          isDisabled={isDisabled}
          value={item.route}
          change={(route) => write({ route })}
          issue={issues.get('route')}
        />
      )}
      {defaultKey !== 'vCard' && <Devices version={item.version} choose={(version) => write({ version })} />}
      {isLink && !isDisabled && <IconChoice cssClass={item.cssClass} choose={(cssClass) => write({ cssClass })} />}
      {!isLink && defaultKey !== 'homeValue' && !isDisabled && <SearchWords item={item} change={write} />}
      {defaultKey === null && !isDisabled && <Remove item={item} name={name} onGone={onGone} />}
    </Entry>
  )
})

function Devices({ version, choose }: { version: number; choose(version: number): void }) {
  const t = useTranslate()
  return (
    <Segments
      isWide
      label={t('editor.menu.device')}
      value={version & everywhere}
      onChange={choose}
      choices={[
        { value: everywhere, label: t('editor.menu.both') },
        { value: device.mobile, label: t('editor.menu.phone') },
        { value: device.desktop, label: t('editor.menu.desktop') },
      ]}
    />
  )
}

function Remove({ item, name, onGone }: { item: MenuItem; name: string; onGone(): void }) {
  const t = useTranslate()
  const showUndo = useUndoToast()
  const { remove } = useMenuActions()
  function onClick() {
    showUndo(t('editor.links.removed', { name }), remove(item.key))
    onGone()
  }
  return (
    <Cluster>
      <Button kind="ghost" icon="trash-2" onClick={onClick}>
        {t('editor.menu.remove')}
      </Button>
    </Cluster>
  )
}

type NoteKey =
  | 'hidden'
  | 'whenReviews'
  | 'whenReviewLink'
  | 'whenHomeValue'
  | 'phonesOnly'
  | 'phones'
  | 'desktops'
  | 'neither'
  | 'noAddress'

/** Notes shown with an entry. */
export function notesOf(item: MenuItem): NoteKey[] {
  const defaultKey = defaultKeyOf(item.key)
  const notes: NoteKey[] = []
  if (!item.show) notes.push('hidden')
  if (defaultKey === 'reviews') notes.push('whenReviews')
  if (defaultKey === 'review') notes.push('whenReviewLink')
  if (defaultKey === 'homeValue') notes.push('whenHomeValue')
  if (!defaultKey && item.type === linkType && item.route.trim() === '') notes.push('noAddress')
  const on = item.version & everywhere
  if (on === 0) notes.push('neither')
  else if (defaultKey === 'vCard') notes.push('phonesOnly')
  else if (on === device.mobile) notes.push('phones')
  else if (on === device.desktop) notes.push('desktops')
  return notes
}

/** The icon of an owner's link. */
function IconChoice({ cssClass, choose }: { cssClass: string; choose(cssClass: string): void }) {
  const t = useTranslate()
  return (
    <Segments
      isWide
      label={t('editor.menu.icon')}
      value={iconInClass(cssClass) ?? ''}
      onChange={(icon) => choose(withIcon(cssClass, entryIcons.find((name) => name === icon) ?? null))}
      choices={[
        { value: '', label: t('editor.menu.iconNone') },
        ...entryIcons.map((icon) => ({
          value: icon,
          label: (
            <>
              <Icon name={icon} />
              <span className="sr-only">{t(`editor.menu.icon.${icon}`)}</span>
            </>
          ),
        })),
      ]}
    />
  )
}
