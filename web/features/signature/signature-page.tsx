import { useMemo, useRef } from 'react'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { DeskNote } from './desk-note.tsx'
import { useChoices } from './kept-choices.ts'
import { makeSignature, signatureLettersMax } from './make-signature.ts'
import { PasteHelp } from './paste-help.tsx'
import { saveSignature } from './save-file.ts'
import { SignatureCopy } from './signature-copy.tsx'
import type { SignatureChoices, SignatureData } from './signature-data.ts'
import { SignatureIncludes } from './signature-includes.tsx'
import { SignatureMail } from './signature-mail.tsx'
import { SignatureStyles } from './signature-styles.tsx'
import { signatureText } from './signature-text.ts'

export type SignatureView = {
  alias: string
  data: SignatureData
  usual: SignatureChoices
  /** Where this installation lives, and this page there. */
  origin: string
  address: string
  email: string
  language: string
}

export function SignaturePage({ view }: { view: SignatureView }) {
  const { alias, data, usual, origin, address, email, language } = view
  const say = useAccountSay()
  const shown = useRef<HTMLDivElement>(null)
  const [choices, choose] = useChoices(alias, usual)
  const { node, html, cut } = useMemo(() => makeSignature(data, choices), [data, choices])
  const numbers = { letters: html.length.toLocaleString(language), most: signatureLettersMax.toLocaleString(language) }
  return (
    <main id="content" tabIndex={-1}>
      <div className="signature-intro">
        <h1>{say('page.emailSignature')}</h1>
        <p>{say('signature.lead')}</p>
      </div>
      <DeskNote address={address} email={email} />
      <div className="signature-lay">
        <SignatureMail node={node} origin={origin} shown={shown} />
        <div className="signature-options">
          <div className="with-script">
            <SignatureStyles layout={choices.layout} choose={(layout) => choose({ layout })} />
            <SignatureIncludes data={data} choices={choices} choose={choose} />
          </div>
          <SignatureCopy
            html={html}
            text={signatureText(data, choices)}
            cut={cut}
            length={say('signature.length', numbers)}
            shown={shown}
          />
          <PasteHelp numbers={numbers} save={() => saveSignature(html, data.name)} />
        </div>
      </div>
    </main>
  )
}
