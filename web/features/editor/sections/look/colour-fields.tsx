import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { useParts, type ColourField } from '../../editor-parts.ts'
import { FieldShell } from '../../fields/field-shell.tsx'
import { useDraft, useEditor, useEditorState, useFault } from '../../use-editor.ts'
import { coloursOf } from './doors.tsx'
import { Painted } from './painted.tsx'

const fields = [
  ['eCardBackgroundColor', 'editor.colour.ground'],
  ['eCardTextColor', 'editor.colour.text'],
  ['eCardContactBackground', 'editor.colour.contact'],
  ['eCardContactColor', 'editor.colour.onContact'],
  ['eCardIconBackground', 'editor.colour.tile'],
  ['eCardIconColor', 'editor.colour.icon'],
  ['eCardHeaderIconColor', 'editor.colour.header'],
] as const satisfies readonly (readonly [ColourField, string])[]

/** Each colour by itself. What could not be read is lifted as far as it must, and said so. */
export function ColourFields() {
  const t = useTranslate()
  const { store } = useEditor()
  const { readTheme } = useParts()
  const edited = useEditorState((state) => state.edited)
  const published = useEditorState((state) => state.published)
  const { usual, shown, contrast, notes } = readTheme(edited)
  const isTouched = fields.some(([field]) => edited[field] !== published[field])
  const isUsual = fields.every(([field]) => edited[field] === '')
  return (
    <section className="group fine">
      <h2>{t('editor.fineTune')}</h2>
      <div className="colours">
        {fields.map(([field, label]) => (
          <ColourInput
            key={field}
            of={field}
            label={t(label)}
            usual={usual[field]}
            contrast={contrast[field]}
            isLifted={notes.some((note) => note.field === field)}
          />
        ))}
        {isTouched ? (
          <Button kind="ghost" icon="undo-2" onClick={() => store.setAll(coloursOf(published))}>
            {t('editor.coloursBack')}
          </Button>
        ) : (
          !isUsual && (
            <Button kind="ghost" icon="undo-2" onClick={() => store.setAll(Object.fromEntries(fields.map(([field]) => [field, ''])))}>
              {t('editor.coloursUsual')}
            </Button>
          )
        )}
      </div>
      {notes.map(({ field, from, to, was, now }) => {
        const ground =
          field === 'eCardContactColor'
            ? shown.eCardContactBackground
            : field === 'eCardIconColor'
              ? shown.eCardIconBackground
              : shown.eCardBackgroundColor
        const label = fields.find(([name]) => name === field)?.[1]
        return (
          <div className="lifted" key={field}>
            <Icon name="wand-sparkles" />
            <p>
              <b>{t('editor.lifted', { colour: label ? t(label).toLocaleLowerCase() : '' })}</b>
              {t('editor.liftedLead', { was, now })}
            </p>
            <span className="pair">
              <Painted colour={ground} text={from}>
                Aa
              </Painted>
              <Icon name="arrow-right" />
              <Painted colour={ground} text={to}>
                Aa
              </Painted>
            </span>
          </div>
        )
      })}
    </section>
  )
}

type Props = { of: ColourField; label: string; usual: string; contrast: number | undefined; isLifted: boolean }

/** A colour by eye or by number. Empty is what the layout wears. */
function ColourInput({ of, label, usual, contrast, isLifted }: Props) {
  const t = useTranslate()
  const [value, set] = useDraft(of)
  const known = /^#[0-9a-f]{6}$/i.test(value) ? value : usual
  return (
    <div className="colour">
      <input type="color" value={known.toLowerCase()} onChange={({ target }) => set(target.value)} aria-label={label} />
      <FieldShell label={label} fault={useFault(of)}>
        {(marks) => (
          <input
            {...marks}
            value={value}
            placeholder={usual}
            maxLength={40}
            spellCheck={false}
            autoComplete="off"
            dir="ltr"
            onChange={({ target }) => set(target.value.trim())}
          />
        )}
      </FieldShell>
      {contrast !== undefined && (
        <span className={isLifted ? 'reads lifted-mark' : 'reads'} title={t(isLifted ? 'editor.readsLifted' : 'editor.reads')}>
          <Icon name={isLifted ? 'wand-sparkles' : 'check'} />
          {contrast}
        </span>
      )}
    </div>
  )
}
