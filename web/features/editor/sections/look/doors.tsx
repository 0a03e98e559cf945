import { useTranslate } from '../../../../i18n/use-translate.ts'
import { useParts, type Colours } from '../../editor-parts.ts'
import { doorOf, paletteNames, palettes } from '../../palettes.ts'
import { isSame } from '../../draft/same.ts'
import { useEditor, useEditorState } from '../../use-editor.ts'
import { Painted } from './painted.tsx'

/** The seven colours as they are chosen, for comparison. */
export const coloursOf = (edited: Colours): Colours => ({
  eCardBackgroundColor: edited.eCardBackgroundColor,
  eCardTextColor: edited.eCardTextColor,
  eCardContactBackground: edited.eCardContactBackground,
  eCardContactColor: edited.eCardContactColor,
  eCardIconBackground: edited.eCardIconBackground,
  eCardIconColor: edited.eCardIconColor,
  eCardHeaderIconColor: edited.eCardHeaderIconColor,
})

/** Whole palettes: ours, and those that follow from the pictures. */
export function Doors() {
  const t = useTranslate()
  const { store } = useEditor()
  const { palettesFrom, pictureColours } = useParts()
  const edited = useEditorState((state) => state.edited)
  const now = coloursOf(edited)
  const suggested = palettesFrom(pictureColours)
  return (
    <section className="group doors">
      <h2 id="doors">
        {t('editor.door')}
        <small>{t('editor.doorLead')}</small>
      </h2>
      <ul aria-labelledby="doors">
        {paletteNames.map((name) => (
          <Door
            key={name}
            name={palettes[name].name}
            colour={doorOf(name)}
            isOn={isSame(now, palettes[name].colours)}
            choose={() => store.setAll(palettes[name].colours)}
          />
        ))}
      </ul>
      {suggested.length > 0 && (
        <>
          <h3>{t('editor.fromPictures')}</h3>
          <ul>
            {suggested.map((colours, at) => (
              <Door
                key={JSON.stringify(colours)}
                name={t('editor.suggestion', { at: at + 1 })}
                colour={colours.eCardContactBackground}
                isOn={isSame(now, colours)}
                choose={() => store.setAll(colours)}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Door({ name, colour, isOn, choose }: { name: string; colour: string; isOn: boolean; choose(): void }) {
  return (
    <li>
      <button type="button" aria-pressed={isOn} onClick={choose}>
        <Painted colour={colour} />
        {name}
      </button>
    </li>
  )
}
