import { useTranslate } from '../../../../i18n/use-translate.ts'
import { AccountIcon as Icon } from '../../../../ui/icons/account-icon.tsx'
import { useParts, type ColourField } from '../../editor-parts.ts'
import { useEditor, useEditorState } from '../../use-editor.ts'
import { ColourInput } from './colour-input.tsx'
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
          <button className="btn ghost" type="button" onClick={() => store.setAll(coloursOf(published))}>
            <Icon name="undo-2" />
            {t('editor.coloursBack')}
          </button>
        ) : (
          !isUsual && (
            <button
              className="btn ghost"
              type="button"
              onClick={() => store.setAll(Object.fromEntries(fields.map(([field]) => [field, ''])))}
            >
              <Icon name="undo-2" />
              {t('editor.coloursUsual')}
            </button>
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
