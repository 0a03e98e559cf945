import { useTranslate } from '../../i18n/use-translate.ts'
import { signatureLayouts, type SignatureLayout } from './signature-data.ts'
import { PictureRadios } from '../../ui/field/picture-radios.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'

const words = { portrait: 'signature.layoutPortrait', quiet: 'signature.layoutQuiet', banner: 'signature.layoutBanner' } as const

/** The layouts, each with a small drawing. */
export function SignatureStyles({ layout, choose }: { layout: SignatureLayout; choose(layout: SignatureLayout): void }) {
  const t = useTranslate()
  return (
    <PictureRadios
      label={t('signature.style')}
      columns={3}
      choices={signatureLayouts.map((value) => ({
        value,
        label: t(words[value]),
        picture: (
          <svg className="signature-style" viewBox="0 0 84 34" aria-hidden="true">
            {drawings[value]}
          </svg>
        ),
      }))}
      value={layout}
      onChange={choose}
      isDisabled={!useHydrated()}
    />
  )
}

const drawings = {
  portrait: (
    <>
      <path className="tint" d="M6 1h14a6 6 0 0 1 6 6v20a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V7a6 6 0 0 1 6-6Z" />
      <path className="ink" d="M37 4h40a3 3 0 0 1 0 6H37a3 3 0 0 1 0-6Z" />
      <path d="M36 14h34a2 2 0 0 1 0 4H36a2 2 0 0 1 0-4Z" />
      <path className="tint" d="M37 22h20a3 3 0 0 1 3 3v3a3 3 0 0 1-3 3H37a3 3 0 0 1-3-3v-3a3 3 0 0 1 3-3Z" />
    </>
  ),
  quiet: (
    <>
      <path className="ink" d="M3 4h46a3 3 0 0 1 0 6H3a3 3 0 0 1 0-6Z" />
      <path d="M2 14h60a2 2 0 0 1 0 4H2a2 2 0 0 1 0-4Z" />
      <path d="M2 23h40a2 2 0 0 1 0 4H2a2 2 0 0 1 0-4Z" />
    </>
  ),
  banner: (
    <>
      <path className="tint" d="M6 0h72a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6Z" />
      <path className="paper" d="M12 5h10a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3Z" />
      <path className="paper" d="M38 9h32a3 3 0 0 1 0 6H38a3 3 0 0 1 0-6Z" />
      <path className="paper" d="M37 19h24a2 2 0 0 1 0 4H37a2 2 0 0 1 0-4Z" />
    </>
  ),
}
