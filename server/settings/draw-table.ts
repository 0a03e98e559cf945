import { described, type Description } from './description.ts'

/** docs/settings.md, whole. */
export function drawSettings(): string {
  const rows = Object.values<Description>(described).map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${meaning} |`,
  )
  return `# Settings

Read once at start, from the environment. Everything has a default that works. A value that makes no sense, two settings that contradict
one another, and a name that looks like one of ours and is not: each is refused at start in one line.

| name | default | meaning |
|---|---|---|
${rows.join('\n')}

Drawn by \`npm run docs\` from \`server/settings/description.ts\`.
`
}
