import type { MessageKey, Translate } from '#common/messages/message.ts'
import type { Language } from '#contract/languages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Status } from '../../ui/status/status.tsx'
import type { PieceLayout } from './layout-piece.ts'
import { usesInches, type PrintChoices, type PrintData, type PrintFormat } from './print-data.ts'
import { checkCode, dpiOf, sharpDpi } from './print-layout.ts'

const steps: Record<PrintFormat, MessageKey[]> = {
  tag: ['print.stepPaper', 'print.stepCut'],
  tent: ['print.stepPaper', 'print.stepFold', 'print.stepStand'],
  rider: ['print.stepShop', 'print.stepSize'],
  sticker: ['print.stepSticker', 'print.stepCircle'],
  cards: ['print.stepPaper', 'print.stepCut'],
}

/** How to print the format, and how to get a PDF. */
export function PrintSteps({ format }: { format: PrintFormat }) {
  const t = useTranslate()
  return (
    <>
      <ol className="print-steps">
        {steps[format].map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      <p className="ui-note print-note">{t('print.pdf')}</p>
    </>
  )
}

const inchesPerFoot = 12
const cmPerInch = 2.54

type Props = { data: PrintData; choices: PrintChoices; layout: PieceLayout; language: Language }

/** What is good about the print, and what is not: too small, too long, too few pixels. */
export function PrintChecks({ data, choices, layout, language }: Props) {
  const t = useTranslate()
  const { format, paper } = choices
  const { inches, reachInches, isSmall } = checkCode(format, data.code.size)
  const measure = measureIn(language, t)
  const code = { width: measure(inches, 1), reach: measure(reachInches, 0) }
  const { photo, band, width } = layout
  const sharpness = (dpi: number, sharp: MessageKey, soft: MessageKey) =>
    dpi >= sharpDpi ? { isGood: true, text: t(sharp, { dpi }) } : { isGood: false, text: t(soft, { dpi }) }
  const checks = [
    { isGood: !isSmall, text: t(isSmall ? 'print.codeSmall' : 'print.code', code) },
    ...(photo ? [sharpness(dpiOf(photo.picture, { width: photo.side, height: photo.side }), 'print.photoSharp', 'print.photoSoft')] : []),
    ...(band ? [sharpness(dpiOf(band.picture, { width, height: band.height }), 'print.backgroundSharp', 'print.backgroundSoft')] : []),
    ...(layout.isSmall ? [{ isGood: false, text: t('print.textSmall') }] : []),
    ...(format === 'cards' && paper === 'letter' ? [{ isGood: true, text: t('print.avery') }] : []),
  ]
  const listOf = (kind: 'ok' | 'warn') =>
    checks
      .filter(({ isGood }) => isGood === (kind === 'ok'))
      .map(({ text }) => (
        <p key={text}>
          <Status kind={kind}>{text}</Status>
        </p>
      ))
  return (
    <section className="print-checks" aria-label={t('print.checks')}>
      <div role="status">{listOf('warn')}</div>
      {listOf('ok')}
    </section>
  )
}

/** Writes a length as its readers measure: in inches, in feet from three on, or in centimeters. */
function measureIn(language: Language, t: Translate) {
  const isMetric = !usesInches(language)
  return (inches: number, digits: number) => {
    const write = (value: number) => value.toLocaleString(language, { maximumFractionDigits: digits })
    if (isMetric) return t('print.centimeters', { number: write(inches * cmPerInch) })
    return inches < 3 * inchesPerFoot
      ? t('print.inches', { number: write(inches) })
      : t('print.feet', { number: write(inches / inchesPerFoot) })
  }
}
