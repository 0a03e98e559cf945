import { escapeHtml } from '#server/common/escape-html.ts'
import { chooseLanguage } from '#common/request-language.ts'
import type { Customer } from '#contract/billing/billing.ts'
import { fromMinorUnits } from '#common/text/currency.ts'
import { offers } from '#contract/billing/plans.ts'
import { formatDay, translateTo } from '#server/common/messages.ts'
import type { InvoiceRow } from '../tables.ts'

export const receiptStyle = `
  :root { color-scheme: light dark; --paper: #fbfaf7; --ink: #201b16; --quiet: #5d564f; --line: #dcdbd8 }
  @media (prefers-color-scheme: dark) { :root { --paper: #12100e; --ink: #f2efe9; --quiet: #aaa39b; --line: #37332e } }
  body { margin: 0 auto; max-width: 640px; padding: 40px 20px 64px; background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; overflow-wrap: anywhere }
  h1 { margin: 0 0 24px; font-size: 32px; line-height: 1.1; letter-spacing: -.02em } .quiet { color: var(--quiet) }
  dl { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 2fr); gap: 6px 16px; margin: 0 0 28px } dt { color: var(--quiet) } dd { margin: 0 }
  table { width: 100%; border-collapse: collapse } th, td { padding: 10px 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top }
  td:last-child { padding-inline-start: 16px; text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums } tfoot td, tfoot th { font-weight: 650 }
  @media print { :root { --paper: #fff; --ink: #000; --quiet: #444; --line: #bbb } body { padding: 0 } }`

type Receipt = { invoice: InvoiceRow; alias: string; productName: string; language: string }

/** Renders a receipt as a static, printable page. */
export function renderReceipt({ invoice, alias, productName, ...receipt }: Receipt): string {
  const language = chooseLanguage(receipt.language)
  const t = translateTo(language)
  const day = (at: Date | null) => (at ? formatDay(language, at) : '')
  const money = (coins: number) => formatMoney(language, coins, invoice.currency)
  const title = t('receipt.title', { number: invoice.number })
  const rows: [string, string[]][] = [
    [t('receipt.number'), [invoice.number]],
    [t('receipt.date'), [day(invoice.issuedAt)]],
    [t('receipt.card'), [alias]],
    [t('receipt.paidBy'), invoice.customer ? addressLines(invoice.customer) : []],
  ]
  const what = `${productName} ${offers[invoice.planCode].name}`
  const period = invoice.periodStartsAt && invoice.periodEndsAt ? `${day(invoice.periodStartsAt)} – ${day(invoice.periodEndsAt)}` : ''
  const isRefunded = invoice.refunded > 0
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escapeHtml(title)} · ${escapeHtml(productName)}</title><style>${receiptStyle}</style></head><body><main>
<p class="quiet">${escapeHtml(productName)}</p><h1>${escapeHtml(title)}</h1>
<dl>${rows.map(([name, lines]) => (lines.length > 0 ? `<dt>${escapeHtml(name)}</dt><dd dir="auto">${lines.map(escapeHtml).join('<br>')}</dd>` : '')).join('')}</dl>
<table><tbody><tr><td>${escapeHtml(what)}<br><span class="quiet">${escapeHtml(period)}</span></td><td>${escapeHtml(money(invoice.amount))}</td></tr>${
    isRefunded ? `<tr><td>${escapeHtml(t('receipt.refunded'))}</td><td>−${escapeHtml(money(invoice.refunded))}</td></tr>` : ''
  }</tbody><tfoot><tr><th scope="row">${escapeHtml(t('receipt.paid'))}</th><td>${escapeHtml(money(invoice.amount - invoice.refunded))}</td></tr></tfoot></table>
</main></body></html>`
}

/** Repeated lines, such as an `attention` equal to the name, appear once. */
function addressLines({ first_name, last_name, company_name, email, billing_address: at }: Customer): string[] {
  const lines = [`${first_name} ${last_name}`, company_name, at.attention, at.street, `${at.zip} ${at.city}`, at.state, at.country, email]
  return [...new Set(lines.map((text) => text.trim()).filter(Boolean))]
}

function formatMoney(language: string, coins: number, currency: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' })
  return format.format(fromMinorUnits(coins, currency))
}
