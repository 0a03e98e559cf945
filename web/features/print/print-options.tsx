import { useTranslate } from '../../i18n/use-translate.ts'
import { CheckBox } from '../../ui/field/check-box.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Fields } from '../../ui/page/layout.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { lineLettersMax, markChoices, papers, type PrintChoices, type PrintData } from './print-data.ts'
import { formatFacts } from './print-layout.ts'

type Props = { data: PrintData; choices: PrintChoices; choose(change: Partial<PrintChoices>): void }

const partNames = {
  photo: 'print.photo',
  mobile: 'home.mobile',
  email: 'home.email',
  company: 'print.company',
  license: 'print.license',
  background: 'print.background',
} as const
const paperNames = { letter: 'print.letter', a4: 'print.a4' } as const
const markNames = { all: 'print.marksAll', fold: 'print.marksFold', none: 'print.marksNone' } as const

/** What the format shows, and on which paper. What the card lacks or the format has no place for is not offered. */
export function PrintOptions({ data, choices, choose }: Props) {
  const t = useTranslate()
  const { format, line, paper, marks } = choices
  const isTent = format === 'tent'
  const parts = formatFacts[format].parts.filter((part) => data[part])
  return (
    <fieldset className="print-options" disabled={!useHydrated()}>
      <legend className="sr-only">{t('print.options')}</legend>
      {parts.length > 0 && (
        <fieldset className="ui-field-group">
          <legend>{t('print.shows')}</legend>
          <div className="print-parts">
            {parts.map((part) => (
              <CheckBox
                key={part}
                label={t(partNames[part])}
                checked={choices[part]}
                onChange={({ currentTarget }) => choose({ [part]: currentTarget.checked })}
              />
            ))}
          </div>
        </fieldset>
      )}
      {isTent && (
        <TextField
          label={t('print.line')}
          optional={t('print.lineLength', { count: line.length, max: lineLettersMax })}
          value={line}
          maxLength={lineLettersMax}
          autoComplete="off"
          onChange={({ currentTarget }) => choose({ line: currentTarget.value })}
        />
      )}
      {format !== 'rider' && (
        <Fields isPaired>
          <SelectField
            label={t('print.paper')}
            value={paper}
            onChange={({ currentTarget }) => choose({ paper: papers.find((one) => one === currentTarget.value) ?? paper })}
          >
            {papers.map((one) => (
              <option key={one} value={one}>
                {t(paperNames[one])}
              </option>
            ))}
          </SelectField>
          {format !== 'sticker' && (
            <SelectField
              label={t('print.marks')}
              value={isTent || marks === 'all' ? marks : 'none'}
              onChange={({ currentTarget }) => choose({ marks: markChoices.find((one) => one === currentTarget.value) ?? marks })}
            >
              {markChoices
                .filter((one) => isTent || one !== 'fold')
                .map((one) => (
                  <option key={one} value={one}>
                    {t(one === 'all' && !isTent ? 'print.marksTrim' : markNames[one])}
                  </option>
                ))}
            </SelectField>
          )}
        </Fields>
      )}
    </fieldset>
  )
}
