import { useTranslate } from '../../../../i18n/use-translate.ts'
import { AccountIcon as Icon } from '../../../../ui/icons/account-icon.tsx'
import type { ColourField } from '../../editor-parts.ts'
import { FieldShell } from '../../fields/field-shell.tsx'
import { useDraft, useFault } from '../../use-editor.ts'

type Props = { of: ColourField; label: string; usual: string; contrast: number | undefined; isLifted: boolean }

/** A colour by eye or by number. Empty is what the layout wears. */
export function ColourInput({ of, label, usual, contrast, isLifted }: Props) {
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
