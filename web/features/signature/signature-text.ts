import type { SignatureChoices, SignatureData } from './signature-data.ts'

/** The same for programs that write plain text: one thing a line. */
export function signatureText(data: SignatureData, choices: SignatureChoices): string {
  const phones = choices.phones ? data.phones.filter(({ kind }) => !choices.withoutPhones.includes(kind)) : []
  return [
    data.name,
    [data.title, data.company].filter(Boolean).join(', '),
    data.tagLine,
    ...phones.map(({ text, label }) => `${text} ${label}`),
    data.email?.text ?? '',
    ...(choices.button ? [data.card.text] : []),
    ...(choices.links ? data.links.map(({ name, href }) => `${name}: ${href}`) : []),
    data.license,
  ]
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}
