import { createHash } from 'node:crypto'
import type { Invoice } from '#contract/billing/billing.ts'
import { readAccount } from '#server/accounts/read-account.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findInvoice, listInvoices } from './invoice-store.ts'
import { presentInvoice } from './present-invoice.ts'
import { renderReceipt, receiptStyle } from './render-receipt.ts'

type Deps = { db: Db; settings: { productName: string } }

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(receiptStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, 'cache-control': 'no-store' }

/** One of the installation’s own receipts as a printable page in the reader’s language. The provider hosts its own invoices. */
export async function serveReceipt(
  { db, settings }: Deps,
  caller: Caller,
  card: { id: string; alias: string },
  id: string,
): Promise<Response> {
  const invoice = await findInvoice(db, card.id, id)
  if (!invoice || invoice.provider !== 'embedded') throw problem('not-found')
  const account = caller.kind === 'owner' ? await readAccount(db, caller.accountId) : null
  const { productName } = settings
  return new Response(renderReceipt({ invoice, alias: card.alias, productName, language: account?.language ?? '' }), { headers })
}

/** The invoices of a card, newest first. */
export async function listOwnInvoices({ db }: { db: Db }, card: { id: string; alias: string }): Promise<Invoice[]> {
  return (await listInvoices(db, card.id)).map((row) => presentInvoice(row, card.alias))
}
