import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { Language } from '#contract/languages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useStoredChoices } from '../../platform/device/use-stored-choices.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/field/segments.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { FormatChoice, formatNames } from './format-choice.tsx'
import { layoutPiece } from './layout-piece.ts'
import { PrintChecks, PrintSteps } from './print-checks.tsx'
import { readPrintChoices, type PrintChoices, type PrintData } from './print-data.ts'
import { layoutSheet } from './print-layout.ts'
import { PrintOptions } from './print-options.tsx'
import { PreviewedPiece, PrintedSheet } from './printed-sheet.tsx'
import styles from './print.css?page-style'

export type PrintView = { alias: string; data: PrintData; defaults: PrintChoices; language: Language }

/** `local`: a printed code lasts, so it says before if it opens on this computer only. */
export function PrintPage({ view: { alias, data, defaults, language }, local }: { view: PrintView; local: ReactNode }) {
  const t = useTranslate()
  const read = useCallback((stored: string) => readPrintChoices(stored, defaults), [defaults])
  const [choices, choose] = useStoredChoices(`print:${alias}`.toLowerCase(), read)
  const layout = useMemo(() => layoutPiece(data, choices), [data, choices])
  const sheet = layoutSheet(choices.format, choices.paper, choices.marks)
  const [isWhole, setIsWhole] = useState(false)
  const { format } = choices
  const texts = [...new Set([...layout.lines, ...layout.rim].map(({ text }) => text))].join(' ')
  const label = t('print.alt', { format: t(formatNames[format]), texts, address: data.address })
  return (
    <div className="print">
      <PageStyle name="print-page" styles={styles} />
      <PageHeader title={t('page.print')} lead={t('print.lead')} />
      {local}
      <p className="print-without-script">{t('print.noScript')}</p>
      <div className="print-columns">
        <FormatChoice format={format} choose={(chosen) => choose({ format: chosen })} />
        <section className="print-stage" aria-label={t('print.preview')}>
          <div className="ui-cluster print-bar">
            {format !== 'rider' && (
              <Segments
                label={t('print.preview')}
                isLabelHidden
                choices={[
                  { value: 'piece', label: t(format === 'tent' ? 'print.folded' : 'print.piece') },
                  { value: 'sheet', label: t('print.asPrinted') },
                ]}
                value={isWhole ? 'sheet' : 'piece'}
                onChange={(chosen) => setIsWhole(chosen === 'sheet')}
              />
            )}
            <Button kind="primary" icon="printer" disabled={!useHydrated()} onClick={() => print()}>
              {t('page.print')}
            </Button>
          </div>
          <div className="print-view center">
            {isWhole && format !== 'rider' ? (
              <PrintedSheet data={data} layout={layout} sheet={sheet} label={label} />
            ) : (
              <PreviewedPiece data={data} layout={layout} label={label} />
            )}
          </div>
        </section>
        <PrintOptions data={data} choices={choices} choose={choose} />
        <div className="print-foot">
          {/* What the browser prints: all else on the page is hidden then. */}
          <div className={`print-sheet ${sheet.page}`}>
            <PrintedSheet data={data} layout={layout} sheet={sheet} />
          </div>
          <div>
            <PrintSteps format={format} />
            <PrintChecks data={data} choices={choices} layout={layout} language={language} />
          </div>
        </div>
      </div>
    </div>
  )
}
