import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import { beginningOf } from '#common/text/beginning-of.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { readHtml } from '../marks/read-html.ts'
import { setMark, type MarkName, type Place } from '../marks/set-mark.ts'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import { FieldShell } from './field-shell.tsx'

type Props = {
  id?: string
  label: ReactNode
  hint?: ReactNode
  rows: number
  max: number
  value: string
  change(value: string): void
  issue?: string | undefined
}

const tools = [
  ['bold', 'bold', 'Control+B Meta+B'],
  ['italic', 'italic', 'Control+I Meta+I'],
  ['list', 'list', undefined],
  ['link', 'link', undefined],
] as const satisfies [MarkName, IconName, string | undefined][]
const keys: Readonly<Record<string, MarkName>> = { b: 'bold', i: 'italic' }

/** A text area with a bio's formatting marks: by button, shortcut or paste. */
export function FormattedTextField({ id, label, hint, rows, max, value, change, issue }: Props) {
  const t = useTranslate()
  const field = useRef<HTMLTextAreaElement>(null)
  const selected = useRef<Place>(null)
  // Restore the selection after the new text is in the field.
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

  function toggleMark(mark: MarkName) {
    field.current?.focus()
    if (field.current) decide(setMark(place(field.current), mark))
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const mark = keys[event.key.toLowerCase()]
    if (!mark || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    toggleMark(mark)
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
    <FieldShell id={id} label={label} hint={hint} issue={issue} isWide>
      {(marks) => (
        <div className="marked-words">
          <div role="group" aria-label={t('editor.marks')}>
            {tools.map(([mark, icon, shortcut]) => (
              <IconButton
                key={mark}
                icon={icon}
                label={t(`editor.marks.${mark}`)}
                aria-controls={marks.id}
                aria-keyshortcuts={shortcut}
                title={t(`editor.marks.${mark}`)}
                onClick={() => toggleMark(mark)}
              />
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

/** The pasted HTML as text with marks; null if the browser's own paste is as good. */
function readClipboard(clipboard: DataTransfer): string | null {
  const html = clipboard.getData('text/html')
  if (html === '' || html.length > htmlMax) return null
  const words = readHtml(parse(neutralize(html)).body)
  return words === '' ? null : words
}

/** An inert document: it runs no scripts and loads no images. */
function parse(html: string): Document {
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
  const trusted = policies?.createPolicy('paste', { createHTML: (text) => text }).createHTML(html) ?? html
  return new DOMParser().parseFromString(trusted, 'text/html')
}

/**
 * Renames styles and event handlers in pasted HTML. The inert document would not apply them, but the browser would report each as a
 * policy violation. Unclosed tags run to the end of the text, as in a browser, so that the pattern stays linear.
 */
export const neutralize = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/<(script|style)\b[^>]*(>[\s\S]*?(<\/\1\s*>|$)|$)/gi, '')
    .replace(/<[a-z][^>]*(>|$)/gi, (tag) => tag.replace(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'))
