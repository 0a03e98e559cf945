import { themeFields } from '#common/layouts.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { useParts, type Colors } from '../../editor-parts.ts'
import { swatchColorOf, paletteNames, palettes } from '../../palettes.ts'
import { deepEqual } from '../../draft/deep-equal.ts'
import { useEditor, useEditorState } from '../../use-editor.ts'
import { Swatch } from './swatch.tsx'
import { GroupTitle } from '../../fields/group.tsx'

/** The seven colors of a card alone, for comparison. */
export const colorsOf = (edited: Colors) => Object.fromEntries(themeFields.map((field) => [field, edited[field]])) as Colors

/** Built-in palettes, and suggestions from the card’s pictures. */
export function PaletteList() {
  const t = useTranslate()
  const { store } = useEditor()
  const { palettesFrom, pictureColors } = useParts()
  const edited = useEditorState((state) => state.edited)
  const now = colorsOf(edited)
  const suggested = palettesFrom(pictureColors)
  return (
    <section className="group palettes">
      <GroupTitle id="palettes">
        {t('editor.palettes')}
        <small>{t('editor.palettesLead')}</small>
      </GroupTitle>
      <ul aria-labelledby="palettes">
        {paletteNames.map((name) => (
          <PaletteButton
            key={name}
            name={t(`palette.${name}`)}
            color={swatchColorOf(name)}
            isOn={deepEqual(now, palettes[name])}
            choose={() => store.setAll(palettes[name])}
          />
        ))}
      </ul>
      {suggested.length > 0 && (
        <>
          <h4>{t('editor.fromPictures')}</h4>
          <ul>
            {suggested.map((colors, at) => (
              <PaletteButton
                key={JSON.stringify(colors)}
                name={t('editor.suggestion', { at: at + 1 })}
                color={colors.eCardContactBackground}
                isOn={deepEqual(now, colors)}
                choose={() => store.setAll(colors)}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function PaletteButton({ name, color, isOn, choose }: { name: string; color: string; isOn: boolean; choose(): void }) {
  return (
    <li>
      <button type="button" aria-pressed={isOn} onClick={choose}>
        <Swatch color={color} />
        {name}
      </button>
    </li>
  )
}
