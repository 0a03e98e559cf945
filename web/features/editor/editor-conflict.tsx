import { Cluster } from '../../ui/page/layout.tsx'
import { beginningOf } from '#common/text/beginning-of.ts'
import { Button } from '../../ui/button/button.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { labelPathText } from './label-path.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** Two windows changed the same fields differently: shows both values and lets the owner choose. */
export function EditorConflict() {
  const t = useTranslate()
  const { store } = useEditor()
  const conflicts = useEditorState((state) => state.conflicts)
  const edited = useEditorState((state) => state.edited)
  if (conflicts.length === 0) return null
  return (
    <section className="editor-note bad" id="conflict" role="alert">
      <h2>{t('editor.disputeTitle')}</h2>
      <p>{t('editor.disputeLead')}</p>
      <dl>
        {conflicts.map(({ key, theirs }) => (
          <div key={key}>
            <dt>{labelPathText(t, key)}</dt>
            <dd>
              {t('editor.here')} <q dir="auto">{short(edited[key], theirs)}</q>
            </dd>
            <dd>
              {t('editor.there')} <q dir="auto">{short(theirs, edited[key])}</q>
            </dd>
          </div>
        ))}
      </dl>
      <Cluster>
        <Button kind="primary" onClick={() => store.resolve('ours')}>
          {t('editor.keepMine')}
        </Button>
        <Button onClick={() => store.resolve('theirs')}>{t('editor.keepOther')}</Button>
      </Cluster>
    </section>
  )
}

const shortLength = 80
const short = (one: unknown, other: unknown) => beginningOf(inWords(one, other).join(', '), shortLength)

/** The texts and numbers in which one value differs from another, for comparison. */
export function inWords(one: unknown, other: unknown): string[] {
  if (Object.is(one, other)) return []
  if (typeof one === 'string') return one.trim() === '' ? [] : [one]
  if (typeof one === 'number') return [String(one)]
  if (typeof one === 'boolean') return [one ? '✓' : '✗']
  if (typeof one !== 'object' || one === null) return []
  const against: object = typeof other === 'object' && other !== null ? other : {}
  return Object.entries(one).flatMap(([key, value]) => inWords(value, Reflect.get(against, key)))
}
