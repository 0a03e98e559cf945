import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { PictureRadios } from '../../ui/field/picture-radios.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { printFormats, type PrintFormat } from './print-data.ts'

export const formatNames = {
  tag: 'print.tag',
  tent: 'print.tent',
  rider: 'print.rider',
  sticker: 'print.sticker',
  cards: 'print.cards',
} as const

const sizes = {
  tag: 'print.tagSize',
  tent: 'print.tentSize',
  rider: 'print.riderSize',
  sticker: 'print.stickerSize',
  cards: 'print.cardsSize',
} as const

/** The formats, each with a drawing of it in use. */
export function FormatChoice({ format, choose }: { format: PrintFormat; choose(format: PrintFormat): void }) {
  const t = useTranslate()
  return (
    <PictureRadios
      label={t('print.format')}
      columns={3}
      choices={printFormats.map((value) => ({
        value,
        label: (
          <>
            {t(formatNames[value])} <small>{t(sizes[value])}</small>
          </>
        ),
        picture: (
          <svg className="print-drawing" viewBox="0 0 96 64" aria-hidden="true">
            {drawings[value]}
          </svg>
        ),
      }))}
      value={format}
      onChange={choose}
      isDisabled={!useHydrated()}
    />
  )
}

const cardPlaces = [0, 1, 2, 3, 4].flatMap((row) => [0, 1].map((column) => `M${30 + column * 18.5} ${7 + row * 10.3}`))

const drawings: Record<PrintFormat, ReactNode> = {
  tag: (
    <>
      <path className="line" d="M34 0l10 18M62 0 52 18" />
      <rect className="paper" x="22" y="16" width="52" height="40" rx="5" />
      <path className="tint" d="M22 21a5 5 0 0 1 5-5h42a5 5 0 0 1 5 5v7H22z" />
      <path className="ink" d="M32 38h32M38 45h20" />
    </>
  ),
  tent: (
    <>
      <path className="paper" d="M24 8h44l10 48H14z" />
      <path className="shade" d="m68 8 6 4 12 44h-8z" />
      <path className="tint" d="M23 14h46l1.5 8h-49z" />
      <rect className="code" x="25" y="29" width="17" height="17" rx="2" />
      <path className="accent" d="M48 33h18M48 40h14" />
    </>
  ),
  rider: (
    <>
      <path className="line" d="M16 4v58M16 8h68M30 8v14M78 8v14" />
      <rect className="color" x="24" y="22" width="62" height="18" rx="2" />
      <path className="white" d="M30 28h28M30 34h20" />
      <rect className="plain" x="70" y="25" width="12" height="12" rx="1" />
    </>
  ),
  sticker: (
    <>
      <circle className="color" cx="48" cy="32" r="26" />
      <circle className="plain" cx="48" cy="32" r="19" />
      <rect className="code" x="39" y="23" width="18" height="18" rx="2" />
    </>
  ),
  cards: (
    <>
      <rect className="paper" x="26" y="3" width="44" height="58" rx="2" />
      <path className="thin" d={cardPlaces.map((place) => `${place}h17v9h-17z`).join('')} />
      <path className="color" d={cardPlaces.map((place) => `${place}m2 2.5h7v1.8h-7z`).join('')} />
      <path className="code" d={cardPlaces.map((place) => `${place}m11.5 2.2h4v4h-4z`).join('')} />
    </>
  ),
}
