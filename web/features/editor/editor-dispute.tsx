import { beginningOf } from '#contract/text/beginning-of.ts'
import { Button } from '../../ui/button/button.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { placeOf } from './places.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** Two windows changed the same thing to something else: both are shown, and a person decides. */
export function EditorDispute() {
  const t = useTranslate()
  const { store } = useEditor()
  const disputed = useEditorState((state) => state.disputed)
  const edited = useEditorState((state) => state.edited)
  if (disputed.length === 0) return null
  return (
    <section className="editor-note bad" id="dispute" role="alert">
      <h2>{t('editor.disputeTitle')}</h2>
      <p>{t('editor.disputeLead')}</p>
      <dl>
        {disputed.map(({ key, theirs }) => (
          <div key={key}>
            <dt>
              {placeOf(key)
                .map((name) => t(name))
                .join(' · ')}
            </dt>
            <dd>
              {t('editor.here')} <q dir="auto">{short(edited[key], theirs)}</q>
            </dd>
            <dd>
              {t('editor.there')} <q dir="auto">{short(theirs, edited[key])}</q>
            </dd>
          </div>
        ))}
      </dl>
      <div className="editor-choices">
        <Button kind="primary" onClick={() => store.keep('ours')}>
          {t('editor.keepOurs')}
        </Button>
        <Button onClick={() => store.keep('theirs')}>{t('editor.keepTheirs')}</Button>
      </div>
    </section>
  )
}

const shortLength = 80
const short = (one: unknown, other: unknown) => beginningOf(inWords(one, other).join(', '), shortLength)

/** The texts and numbers by which one value differs from another, as a person would compare them. */
export function inWords(one: unknown, other: unknown): string[] {
  if (Object.is(one, other)) return []
  if (typeof one === 'string') return one.trim() === '' ? [] : [one]
  if (typeof one === 'number') return [String(one)]
  if (typeof one === 'boolean') return [one ? '✓' : '✗']
  if (typeof one !== 'object' || one === null) return []
  const against: object = typeof other === 'object' && other !== null ? other : {}
  return Object.entries(one).flatMap(([key, value]) => inWords(value, Reflect.get(against, key)))
}
