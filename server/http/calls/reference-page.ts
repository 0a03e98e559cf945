import { escapeHtml } from '#server/escape-html.ts'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellPath } from '#contract/product.ts'
import { plainPage } from '../pages/html.ts'
import { refusalsOf } from './refusals-of.ts'

/** The API reference: one entry per call, grouped by slice. */
export function referencePage({ productName, productSlug }: { productName: string; productSlug: string }): Response {
  const groups = Object.entries(Object.groupBy(Object.values<Endpoint>(endpoints), ({ name }) => name.split('.')[0] ?? ''))
  const sections = groups.map(
    ([slice, calls = []]) => `<h2 id="${slice}">${slice}</h2>${calls.map((call) => entry(call, productSlug)).join('')}`,
  )
  const name = escapeHtml(productName)
  return plainPage({
    title: `${productName} | Reference`,
    body: `<h1>${name} reference</h1><p class="quiet">Every call there is, from the contract itself. For programs: <a href="/openapi.json">openapi.json</a>.</p>${sections.join('')}`,
  })
}

function entry(endpoint: Endpoint, slug: string): string {
  const { name, method, path, summary, access, limit, input, output } = endpoint
  const problems = refusalsOf(endpoint)
  const tags = [
    access === 'anyone' ? 'anyone' : endpoint.isLink ? access : `${access}, X-CSRF: 1`,
    ...[limit ?? []].flat().map(({ count, windowSeconds, per }) => `${count} in ${windowSeconds} s per ${per}`),
  ]
  return `<article id="${name}"><h3>${method} ${escapeHtml(spellPath(path, slug))}</h3><p>${escapeHtml(summary)}</p><p>${tags.map((tag) => `<span class="tag">${tag}</span>`).join('')}</p><p class="quiet">Refuses with ${problems
    .map((problem) => `<a href="/problems/${problem}">${problem}</a>`)
    .join(
      ', ',
    )}.</p>${spellPath(shape('Takes', input, 'input') + shape('Answers', output instanceof z.ZodType ? output : undefined, 'output'), slug)}</article>`
}

function shape(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(rest, null, 2))}</pre></details>`
}
