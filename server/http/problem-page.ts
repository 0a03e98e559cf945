import { readFile } from 'node:fs/promises'
import { problems, type ProblemName } from '#contract/problem.ts'
import { escapeHtml, plainPage } from './html.ts'

const folder = new URL('../../docs/problems/', import.meta.url)

/** What a problem's `type` leads to: the page from docs/problems, headings and paragraphs only. */
export async function problemPage(name: string): Promise<Response | null> {
  if (!Object.hasOwn(problems, name)) return null
  const text = await readFile(new URL(`${name}.md`, folder), 'utf8')
  const body = text
    .trim()
    .split(/\n{2,}/)
    .map(block)
    .join('')
  return plainPage({ title: problems[name as ProblemName].title, body })
}

function block(text: string): string {
  const words = escapeHtml(text.replace(/^#+ /, '')).replace(/`([^`]+)`/g, '<code>$1</code>')
  if (text.startsWith('# ')) return `<h1>${words}</h1>`
  return text.startsWith('## ') ? `<h2>${words}</h2>` : `<p>${words}</p>`
}
