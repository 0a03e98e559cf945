import { escapeHtml } from '#server/escape-html.ts'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellPath } from '#contract/product.ts'
import { plainPage } from '../pages/html.ts'
import { mustHaveCsrf } from '../security/check-csrf.ts'
import { problemsOf } from './problems-of.ts'

/** The API reference: one entry per call, grouped by slice. */
export function referencePage({ productName, productSlug }: { productName: string; productSlug: string }): Response {
  const groups = Object.entries(Object.groupBy(Object.values<Endpoint>(endpoints), ({ name }) => name.split('.')[0] ?? ''))
  const sections = groups.map(
    ([slice, calls = []]) => `<h2 id="${slice}">${slice}</h2>${calls.map((call) => entry(call, productSlug)).join('')}`,
  )
  const name = escapeHtml(productName)
  return plainPage({
    title: `${productName} | Reference`,
    body: `<h1>${name} reference</h1><p class="quiet">All API calls, generated from the contract. For programs: <a href="/openapi.json">openapi.json</a>.</p>${sections.join('')}`,
  })
}

function entry(endpoint: Endpoint, slug: string): string {
  const { name, method, path, summary, limit, input, output } = endpoint
  const problems = problemsOf(endpoint)
  const tags = [
    accessTag(endpoint),
    ...[limit ?? []].flat().map(({ count, windowSeconds, per }) => `${count} in ${windowSeconds} s per ${per}`),
  ]
  return `<article id="${name}"><h3>${method} ${escapeHtml(spellPath(path, slug))}</h3><p>${escapeHtml(summary)}</p><p>${tags.map((tag) => `<span class="tag">${tag}</span>`).join('')}</p><p class="quiet">Problems: ${problems
    .map((problem) => `<a href="/problems/${problem}">${problem}</a>`)
    .join(
      ', ',
    )}.</p>${spellPath(shape('Input', input, 'input') + shape('Output', output instanceof z.ZodType ? output : undefined, 'output'), slug)}</article>`
}

function accessTag(endpoint: Endpoint): string {
  const { access, scope } = endpoint
  if (access === 'key') return `key, ${scope}`
  return mustHaveCsrf(endpoint) ? `${access}, X-CSRF: 1` : access
}

function shape(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(rest, null, 2))}</pre></details>`
}
