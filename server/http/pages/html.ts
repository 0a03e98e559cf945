import { existsSync, readdirSync } from 'node:fs'
import { escapeHtml } from '#server/common/escape-html.ts'
import { baseHeaders, pagePolicy, isolatedPageHeaders } from '../security/headers.ts'
import { hashesOf } from '../security/seal-page.ts'
import { webFolder } from './page-build.ts'

/** The product's typeface from the web build; without a build, the machine's own. */
export function fontFace(assets = new URL('client/assets/', webFolder)): string {
  const file = existsSync(assets) && readdirSync(assets).find((name) => /^sans-[\w-]{8}\.woff2$/.test(name))
  return file
    ? `@font-face { font-family: 'Instrument Sans Variable'; src: url('/assets/${file}') format('woff2'); font-weight: 400 700; font-display: swap }`
    : ''
}

const style = `
  ${fontFace()}
  :root { color-scheme: light dark; --paper: #fbfaf7; --ink: #201b16; --quiet: #5d564f; --line: #dcdbd8; --primary: #015570; --soft: #eef4f6 }
  @media (prefers-color-scheme: dark) { :root { --paper: #12100e; --ink: #f2efe9; --quiet: #aaa39b; --line: #37332e; --primary: #8fd0e8; --soft: #1c2529 } }
  body { margin: 0 auto; max-width: 860px; padding: 40px 20px 96px; background: var(--paper); color: var(--ink); font: 16px/1.55 'Instrument Sans Variable', ui-sans-serif, system-ui, sans-serif }
  h1 { font-size: 36px; line-height: 1.1; letter-spacing: -.02em; margin: 0 0 8px } h2 { margin: 48px 0 12px; font-size: 22px }
  a { color: var(--primary) } p { max-width: 65ch } .quiet { color: var(--quiet) }
  code { font: 14px ui-monospace, Menlo, monospace } pre { overflow-x: auto; padding: 14px; border-radius: 12px; background: var(--soft); font: 13px/1.5 ui-monospace, Menlo, monospace }
  article { border: 1px solid var(--line); border-radius: 16px; padding: 16px 18px; margin: 12px 0 } article h3 { margin: 0 }
  article h3 { font: 600 16px/1.4 'Instrument Sans Variable', ui-sans-serif, system-ui, sans-serif } article p { margin: 8px 0 } article code { overflow-wrap: anywhere }
  .contents { columns: 16em; padding: 0; list-style: none; color: var(--quiet) } .contents li { break-inside: avoid; padding: 3px 0 }
  form { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 20px 0 } input, button { font: inherit; color: inherit; background: none; border: 1px solid var(--quiet); border-radius: 10px; padding: 8px 12px } input { flex: 0 1 320px; min-width: 0 } button { cursor: pointer }
  .tag { display: inline-block; padding: 1px 8px; border-radius: 6px; background: var(--soft); font-size: 13px; margin-right: 6px }
  summary { cursor: pointer; padding: 10px 0; color: var(--primary) } dt { font-weight: 600 } dd { margin: 0 0 8px }`

type Plain = { title: string; body: string; status?: number; language?: string }

/** A plain page without scripts: the API reference, problem pages, and errors. */
export function plainPage({ title, body, status = 200, language = 'en' }: Plain): Response {
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`
  const policy = pagePolicy({ scripts: [], styles: hashesOf(html, 'style', '') })
  const headers = { ...baseHeaders, ...isolatedPageHeaders, 'content-security-policy': policy, 'content-type': 'text/html; charset=utf-8' }
  return new Response(html, { status, headers })
}
