import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import { beginningOf } from '#contract/text/beginning-of.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { readHtml } from '../marks/read-html.ts'
import { setMark, type MarkName, type Place } from '../marks/set-mark.ts'
import { FieldShell } from './field-shell.tsx'

type Props = {
  label: ReactNode
  hint?: ReactNode
  rows: number
  max: number
  value: string
  change(value: string): void
  fault?: string | undefined
}

const tools = [
  ['bold', 'bold', 'Control+B Meta+B'],
  ['italic', 'italic', 'Control+I Meta+I'],
  ['list', 'list', undefined],
  ['link', 'link', undefined],
] as const satisfies [MarkName, string, string | undefined][]
const keys: Readonly<Record<string, MarkName>> = { b: 'bold', i: 'italic' }

/** Lines of text with a bio's marks: by a button, by the keys everybody knows, or as they were pasted. */
export function MarkedWords({ label, hint, rows, max, value, change, fault }: Props) {
  const t = useTranslate()
  const field = useRef<HTMLTextAreaElement>(null)
  const selected = useRef<Place>(null)
  // What is selected is set once the field holds the new text.
  useLayoutEffect(() => {
    const place = selected.current
    selected.current = null
    if (place?.value === value) field.current?.setSelectionRange(place.start, place.end)
  }, [value])

  const place = ({ selectionStart, selectionEnd }: HTMLTextAreaElement): Place => ({ value, start: selectionStart, end: selectionEnd })

  function decide(next: Place) {
    if (next.value.length > max) return
    selected.current = next
    change(next.value)
  }

  function press(mark: MarkName) {
    field.current?.focus()
    if (field.current) decide(setMark(place(field.current), mark))
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const mark = keys[event.key.toLowerCase()]
    if (!mark || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    press(mark)
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const words = readClipboard(event.clipboardData)
    if (words === null) return
    event.preventDefault()
    const { start, end } = place(event.currentTarget)
    const pasted = beginningOf(words, Math.max(0, max - value.length + end - start))
    const caret = start + pasted.length
    decide({ value: value.slice(0, start) + pasted + value.slice(end), start: caret, end: caret })
  }

  return (
    <FieldShell label={label} hint={hint} fault={fault} isWide>
      {(marks) => (
        <div className="marked-words">
          <div role="group" aria-label={t('editor.marks')}>
            {tools.map(([mark, icon, shortcut]) => (
              <button
                key={mark}
                className="tool"
                type="button"
                aria-controls={marks.id}
                aria-keyshortcuts={shortcut}
                aria-label={t(`editor.marks.${mark}`)}
                title={t(`editor.marks.${mark}`)}
                onClick={() => press(mark)}
              >
                <Icon name={icon} />
              </button>
            ))}
          </div>
          <textarea
            {...marks}
            ref={field}
            value={value}
            rows={rows}
            maxLength={max}
            dir="auto"
            onChange={({ target }) => change(target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
      )}
    </FieldShell>
  )
}

type Policies = { createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string } }

const htmlMax = 4_000_000

/** What is pasted, with a bio's marks, or null where the browser pastes as well by itself. */
function readClipboard(clipboard: DataTransfer): string | null {
  const html = clipboard.getData('text/html')
  if (html === '' || html.length > htmlMax) return null
  const words = readHtml(parse(setAside(html)).body)
  return words === '' ? null : words
}

/** A document that is nowhere shown: it runs no script and fetches no picture. Only its words are read. */
function parse(html: string): Document {
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
  const trusted = policies?.createPolicy('paste', { createHTML: (text) => text }).createHTML(html) ?? html
  return new DOMParser().parseFromString(trusted, 'text/html')
}

/**
 * Styles and handlers of pasted HTML under names that say nothing to a browser. It would neither apply nor run them where they are
 * read, but would complain of each to the page's policy. What never ends goes on to the end of the text, as it does for a
 * browser: nothing is looked for twice.
 */
export const setAside = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/<(script|style)\b[^>]*(>[\s\S]*?(<\/\1\s*>|$)|$)/gi, '')
    .replace(/<[a-z][^>]*(>|$)/gi, (tag) => tag.replace(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'))
