import { memo, useId } from 'react'
import type { MenuItem } from '#contract/cards/cards.ts'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { useToast } from '../../../../ui/overlay/toast.tsx'
import { Segments } from '../../../../ui/field/segments.tsx'
import { Words } from '../../fields/text-field.tsx'
import { useEditorState } from '../../use-editor.ts'
import { Entry } from '../entry.tsx'
import { iconInClass } from '../../../../ui/icons/named-icons.ts'
import { entryIcons, withIcon } from './entry-icon.ts'
import { SearchWords } from './search-words.tsx'
import { useMenuActs } from './use-menu.ts'
import { device, everywhere, linkType, usualKeyOf } from './usual-menu.ts'

type Props = { item: MenuItem; usualLabel: string; isNew: boolean; onGone(): void }

const menuElement = (key: string) => `menu-${key}`

/** An entry of the menu: one of the usual ones, or a link of one’s own. */
export const MenuRow = memo(function MenuRow({ item, usualLabel, isNew, onGone }: Props) {
  const t = useTranslate()
  const { change } = useMenuActs()
  const faults = useEntryFaults(item.key)
  const usual = usualKeyOf(item.key)
  const isLink = usual === null && item.type === linkType
  const name = item.label.trim() || usualLabel
  const icon = iconInClass(item.cssClass)
  // What somebody else set up for this owner is moved and hidden, and not rewritten.
  const isOff = !item.editable
  const write = (part: Partial<MenuItem>) => change(item.key, part)

  return (
    <Entry
      id={menuElement(item.key)}
      glyph={usual === null && <Icon name={icon ?? 'link'} />}
      name={name}
      note={[...notesOf(item).map((note) => t(`editor.menu.note.${note}`)), isOff && t('editor.menu.note.fixed')]
        .filter(Boolean)
        .join(' · ')}
      isShown={item.show}
      show={(show) => write({ show })}
      isOpenAtFirst={isNew}
      isFaulty={faults.size > 0}
    >
      <Words
        label={t('editor.menu.label')}
        hint={usual ? t('editor.menu.labelHint', { name: usualLabel }) : undefined}
        placeholder={usual ? usualLabel : undefined}
        max={80}
        isWide
        isOff={isOff}
        value={item.label}
        change={(label) => write({ label })}
        fault={faults.get('label')}
      />
      {isLink && (
        <Words
          label={t('editor.menu.address')}
          hint={t('editor.menu.addressHint')}
          type="url"
          max={2000}
          isWide
          isOff={isOff}
          value={item.route}
          change={(route) => write({ route })}
          fault={faults.get('route')}
        />
      )}
      {usual !== 'vCard' && <Devices version={item.version} choose={(version) => write({ version })} />}
      {isLink && !isOff && <IconChoice cssClass={item.cssClass} choose={(cssClass) => write({ cssClass })} />}
      {!isLink && usual !== 'homeValue' && !isOff && <SearchWords item={item} change={write} />}
      {usual === null && !isOff && <Remove item={item} name={name} onGone={onGone} />}
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
  const showToast = useToast()
  const { remove } = useMenuActs()
  function press() {
    const bringBack = remove(item.key)
    showToast(t('editor.links.removed', { name }), { forMs: snackbarMs.notice, action: { label: t('inbox.undo'), onClick: bringBack } })
    onGone()
  }
  return (
    <div className="entry-foot">
      <Button kind="ghost" icon="trash-2" onClick={press}>
        {t('editor.menu.remove')}
      </Button>
    </div>
  )
}

/** What is wrong with an entry, by its field: faults name it by its place among what is kept. */
function useEntryFaults(key: string): ReadonlyMap<string, string> {
  const at = useEditorState(({ edited }) => edited.menus.findIndex((item) => item.key === key))
  const faults = useEditorState((state) => state.faults)
  const start = `menus.${at}.`
  return new Map(faults.filter(({ path }) => path.startsWith(start)).map(({ path, message }) => [path.slice(start.length), message]))
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

/** What an owner should know of an entry at a glance. */
export function notesOf(item: MenuItem): NoteKey[] {
  const usual = usualKeyOf(item.key)
  const notes: NoteKey[] = []
  if (!item.show) notes.push('hidden')
  if (usual === 'reviews') notes.push('whenReviews')
  if (usual === 'review') notes.push('whenReviewLink')
  if (usual === 'homeValue') notes.push('whenHomeValue')
  if (!usual && item.type === linkType && item.route.trim() === '') notes.push('noAddress')
  const on = item.version & everywhere
  if (on === 0) notes.push('neither')
  else if (usual === 'vCard') notes.push('phonesOnly')
  else if (on === device.mobile) notes.push('phones')
  else if (on === device.desktop) notes.push('desktops')
  return notes
}

/** The picture beside an own entry. */
function IconChoice({ cssClass, choose }: { cssClass: string; choose(cssClass: string): void }) {
  const t = useTranslate()
  const name = useId()
  const chosen = iconInClass(cssClass)
  return (
    <fieldset className="icon-choice">
      <legend>{t('editor.menu.icon')}</legend>
      <div>
        <label>
          <input type="radio" name={name} checked={chosen === null} onChange={() => choose(withIcon(cssClass, null))} />
          <span>{t('editor.menu.iconNone')}</span>
        </label>
        {entryIcons.map((icon) => (
          <label key={icon}>
            <input
              type="radio"
              name={name}
              checked={chosen === icon}
              onChange={() => choose(withIcon(cssClass, icon))}
              aria-label={t(`editor.menu.icon.${icon}`)}
            />
            <Icon name={icon} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
