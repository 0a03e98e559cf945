import { useContext } from 'react'
import { LanguageContext, useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { themeFields, type ThemeField } from '#common/layouts.ts'
import { cardFields } from '#contract/cards/card-fields.ts'
import { useParts } from '../../editor-parts.ts'
import { FieldShell } from '../../fields/field-shell.tsx'
import { useDraft, useEditor, useEditorState, useIssue } from '../../use-editor.ts'
import { colorsOf } from './palette-list.tsx'
import { Swatch } from './swatch.tsx'
import { GroupTitle } from '../../fields/group.tsx'

/** Each color by itself. Colors with too little contrast are adjusted, with a note. */
export function ColorFields() {
  const t = useTranslate()
  const language = useContext(LanguageContext)
  const { store } = useEditor()
  const { readTheme } = useParts()
  const edited = useEditorState((state) => state.edited)
  const published = useEditorState((state) => state.published)
  const { defaults, visible, contrast, notes } = readTheme(edited)
  const isTouched = themeFields.some((field) => edited[field] !== published[field])
  const isUsual = themeFields.every((field) => edited[field] === '')
  return (
    <section className="group">
      <GroupTitle>{t('editor.fineTune')}</GroupTitle>
      <div className="colors">
        {themeFields.map((field) => (
          <ColorInput
            key={field}
            of={field}
            label={t(cardFields[field].label)}
            defaults={defaults[field]}
            contrast={contrast[field]}
            isAdjusted={notes.some((note) => note.field === field)}
          />
        ))}
        {isTouched ? (
          <Button kind="ghost" icon="undo-2" onClick={() => store.setAll(colorsOf(published))}>
            {t('editor.colorsReset')}
          </Button>
        ) : (
          !isUsual && (
            <Button kind="ghost" icon="undo-2" onClick={() => store.setAll(Object.fromEntries(themeFields.map((field) => [field, ''])))}>
              {t('editor.colorsDefault')}
            </Button>
          )
        )}
      </div>
      {notes.map(({ field, from, to, was, now }) => {
        const ground =
          field === 'eCardContactColor'
            ? visible.eCardContactBackground
            : field === 'eCardIconColor'
              ? visible.eCardIconBackground
              : visible.eCardBackgroundColor
        return (
          <div className="ui-cluster adjusted-color" key={field}>
            <Icon name="wand-sparkles" />
            <p>
              <b>{t('editor.lifted', { color: t(cardFields[field].label).toLocaleLowerCase(language) })}</b>
              {t('editor.liftedLead', { was, now })}
            </p>
            <span>
              <Swatch color={ground} text={from}>
                Aa
              </Swatch>
              <Icon name="arrow-right" />
              <Swatch color={ground} text={to}>
                Aa
              </Swatch>
            </span>
          </div>
        )
      })}
    </section>
  )
}

type Props = { of: ThemeField; label: string; defaults: string; contrast: number | undefined; isAdjusted: boolean }

/** A color picker and its hex value. Empty means the layout’s default. */
function ColorInput({ of, label, defaults, contrast, isAdjusted }: Props) {
  const t = useTranslate()
  const [value, set] = useDraft(of)
  const known = /^#[0-9a-f]{6}$/i.test(value) ? value : defaults
  return (
    <div className="color">
      <input type="color" value={known.toLowerCase()} onChange={({ target }) => set(target.value)} aria-label={label} />
      <FieldShell label={label} issue={useIssue(of)}>
        {(marks) => (
          <input
            {...marks}
            value={value}
            placeholder={defaults}
            maxLength={40}
            spellCheck={false}
            autoComplete="off"
            dir="ltr"
            onChange={({ target }) => set(target.value.trim())}
          />
        )}
      </FieldShell>
      {contrast !== undefined && (
        <span
          className={isAdjusted ? 'contrast adjusted across' : 'contrast across'}
          title={t(isAdjusted ? 'editor.readsLifted' : 'editor.reads')}
        >
          <Icon name={isAdjusted ? 'wand-sparkles' : 'check'} />
          {contrast}
        </span>
      )}
    </div>
  )
}
