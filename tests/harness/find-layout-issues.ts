import type { Page } from 'playwright-core'

/**
 * What is wrong with the layout of a page, one line each: text that is narrower than eight of its characters, content beyond the
 * window, a table wider than its panel, a word of a state, a badge or the editor's head over two lines, controls that touch or cover
 * one another or are covered, and a page that scrolls though its content fits.
 */
export const findLayoutIssues = (page: Page): Promise<string[]> => page.evaluate(findIssues)

/**
 * The controls whose middle something covers, one line each: in the middle of the window, or when they get the focus at its start or
 * end, where they may be below a bar. With `isUnscrolled`, also at the outermost places where the focus does not scroll the page.
 */
export async function findCoveredControls(page: Page, { isUnscrolled = false } = {}): Promise<string[]> {
  return page.evaluate(findCovered, isUnscrolled)
}

/** Runs in the page. */
async function findIssues(): Promise<string[]> {
  // Boxes have their places once transitions are over.
  await document.fonts.ready
  for (const one of document.getAnimations()) one.cancel()
  const issues = new Set<string>()
  const nameOf = (element: Element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent).trim().replace(/\s+/g, ' ').slice(0, 40)
    return `<${element.localName} class="${element.getAttribute('class') ?? ''}"> “${words}”`
  }
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  /** What of an element is visible: cut by what scrolls around it. */
  const visibleBox = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const box = { left, top, right, bottom }
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowX === 'visible') continue
      const edge = up.getBoundingClientRect()
      box.left = Math.max(box.left, edge.left)
      box.right = Math.min(box.right, edge.right)
      box.top = Math.max(box.top, edge.top)
      box.bottom = Math.min(box.bottom, edge.bottom)
    }
    return box
  }
  /** The bar that stays in place while the page scrolls below it. */
  const barOf = (element: Element) => {
    for (let up: Element | null = element; up; up = up.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(up).position)) return up
    return null
  }

  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
  if (scrollWidth > clientWidth) issues.add(`the page is ${scrollWidth} px wide`)
  const main = document.querySelector('main')
  if (main && scrollHeight > clientHeight) {
    const ends = [...main.children].filter(isVisible).map((child) => child.getBoundingClientRect().bottom)
    const content = Math.max(0, ...ends) + scrollY + Number.parseFloat(getComputedStyle(main).paddingBottom)
    if (content <= clientHeight) issues.add(`the page is ${scrollHeight} px high in ${clientHeight} px, though its content fits`)
  }

  /** Content runs out of its panel over what is beside it, or out of the window. */
  function findOutside(element: Element) {
    const { left, right } = visibleBox(element)
    const panel = element.closest('.ui-panel')?.getBoundingClientRect() ?? { left: 0, right: clientWidth }
    if (right <= left) return
    if (right > Math.min(panel.right, clientWidth) + 1 || left < Math.max(panel.left, 0) - 1) issues.add(`runs out: ${nameOf(element)}`)
  }

  for (const panel of document.querySelectorAll('.ui-table-panel')) {
    const [outer, inner] = [panel.clientWidth, panel.querySelector('table')?.offsetWidth ?? 0]
    if (inner > outer + 1) issues.add(`a table of ${inner} px in ${outer} px`)
  }

  /** A short text of our own that is cut between letters. */
  function findCutWords(node: Node, box: Element) {
    if (!box.closest('.ui-status, .ui-badge, .editor-head')) return
    const range = document.createRange()
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) issues.add(`cut: “${word}” in ${nameOf(box)}`)
    }
  }

  const pen = document.createElement('canvas').getContext('2d')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim().replace(/\s+/g, ' ') ?? ''
    let box = node.parentElement
    if (box && isVisible(box)) findCutWords(node, box)
    if (!box || !pen || words.length <= 8 || box.closest('svg, script, style, option, .sr-only') || !isVisible(box)) continue
    const { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing } = getComputedStyle(box)
    // `font` is empty for text with tabular numbers.
    const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
    while (box.parentElement && ['inline', 'contents'].includes(getComputedStyle(box).display)) box = box.parentElement
    const { paddingLeft, paddingRight } = getComputedStyle(box)
    const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    Object.assign(pen, { font, letterSpacing: letterSpacing === 'normal' ? '0px' : letterSpacing })
    const eightPx = (8 * pen.measureText(words).width) / words.length
    if (box.clientWidth > 0 && room < eightPx - 1) issues.add(`${Math.round(room)} px for the text of ${nameOf(box)}`)
    findOutside(box)
  }

  const controls = [...document.querySelectorAll('a[href], button, input:not([type="hidden"]), select, textarea, summary')].filter(
    isVisible,
  )
  const hasEdge = (element: Element) => {
    const { backgroundColor, boxShadow, borderTopWidth } = getComputedStyle(element)
    return !/, 0\)$|\/ 0\)$/.test(backgroundColor) || boxShadow !== 'none' || borderTopWidth !== '0px'
  }
  /** A button in the room that a field leaves for it beside its text. */
  const isInField = (button: Element, field: Element) => {
    if (field.localName !== 'input' || field.parentElement !== button.parentElement) return false
    const [inner, outer] = [button.getBoundingClientRect(), field.getBoundingClientRect()]
    return inner.left >= outer.right - Number.parseFloat(getComputedStyle(field).paddingRight) && inner.right <= outer.right
  }
  const boxes = controls.map((control) => ({ control, box: visibleBox(control), bar: barOf(control), hasEdge: hasEdge(control) }))
  for (const control of controls) findOutside(control)
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      if (one.bar !== other.bar || one.control.contains(other.control) || other.control.contains(one.control)) continue
      if (isInField(other.control, one.control)) continue
      // Rows of one list.
      if (one.box.left === other.box.left && one.box.right === other.box.right) continue
      const across = Math.max(one.box.left, other.box.left) - Math.min(one.box.right, other.box.right)
      const down = Math.max(one.box.top, other.box.top) - Math.min(one.box.bottom, other.box.bottom)
      const apart = Math.max(across, down)
      if (apart < -1) issues.add(`${nameOf(one.control)} covers ${nameOf(other.control)}`)
      else if (apart < 2 && one.hasEdge && other.hasEdge) issues.add(`${nameOf(one.control)} touches ${nameOf(other.control)}`)
    }
  return [...issues]
}

/** Runs in the page. */
function findCovered(isUnscrolled: boolean): string[] {
  const issues = new Set<string>()
  const isVisible = (control: Element) =>
    control.getBoundingClientRect().width > 1 && control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const hitTest = (control: HTMLElement, when: string) => {
    const { left, top, width, height } = control.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    if (!hit || control.contains(hit) || hit.closest('label')?.control === control) return
    const name = (control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 40)
    const cover = `<${hit.localName}> of ${hit.closest('[class]')?.className}`
    const scrolled = `${Math.round(scrollY)} of ${document.documentElement.scrollHeight - innerHeight}`
    issues.add(`${when}: ${cover} covers <${control.localName} class="${control.className}"> “${name}”, scrolled ${scrolled}`)
  }
  const controls = document.querySelectorAll<HTMLElement>('a[href], button, input:not([type="hidden"]), select, textarea, summary')
  for (const control of [...controls].filter(isVisible)) {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    hitTest(control, 'in the middle')
    const { height } = control.getBoundingClientRect()
    const edges: [number, string][] = [
      [0, 'focused at the start'],
      [innerHeight - height, 'focused at the end'],
    ]
    if (isUnscrolled) {
      const [root, own] = [getComputedStyle(document.documentElement), getComputedStyle(control)]
      const sum = (padding: string, margin: string) => (Number.parseFloat(padding) || 0) + Number.parseFloat(margin)
      edges.push(
        [sum(root.scrollPaddingTop, own.scrollMarginTop) + 1, 'focused near the start'],
        [innerHeight - height - sum(root.scrollPaddingBottom, own.scrollMarginBottom) - 1, 'focused near the end'],
      )
    }
    for (const [edge, when] of edges) {
      control.blur()
      scrollBy({ top: control.getBoundingClientRect().top - edge, behavior: 'instant' })
      control.focus()
      if (document.activeElement === control && isVisible(control)) hitTest(control, when)
    }
    control.blur()
  }
  return [...issues]
}
