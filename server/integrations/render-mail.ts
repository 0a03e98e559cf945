import { escapeHtml } from '#server/common/escape-html.ts'

export type RenderedMail = { subject: string; text: string; html: string; address?: string }
type MailContent = {
  productName: string
  subject: string
  lines: readonly string[]
  button?: { label: string; address: string }
  foot?: string
}

/** Renders a mail as plain text and as HTML: mail programs support tables and inline styles, and little else. */
export function renderMail({ productName, subject, lines, button, foot }: MailContent): RenderedMail {
  const text = [...lines, ...(button ? [`${button.label}:\n${button.address}`] : []), ...(foot ? [foot] : []), productName].join('\n\n')
  const paragraph = (words: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escapeHtml(words).replaceAll('\n', '<br>')}</p>`
  const buttonHtml = button
    ? `<p style="margin:8px 0 24px"><a href="${escapeHtml(button.address)}" style="display:inline-block;padding:14px 22px;border-radius:12px;background:#015570;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>`
    : ''
  const footHtml = foot ? `<p style="margin:0;font-size:13px;line-height:20px;color:#5d564f">${escapeHtml(foot)}</p>` : ''
  const html = `<!doctype html><html><body style="margin:0;padding:24px;background:#fbfaf7"><table role="presentation" cellpadding="0" cellspacing="0" style="max-width:520px;margin:0 auto;background:#ffffff;border-radius:16px"><tr><td style="padding:28px;font-family:Helvetica,Arial,sans-serif;color:#201b16"><h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(subject)}</h1>${lines.map(paragraph).join('')}${buttonHtml}${footHtml}</td></tr></table></body></html>`
  return { subject, text, html, ...(button && { address: button.address }) }
}
