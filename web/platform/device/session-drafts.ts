const prefix = 'draft-text:'

/** Unsent text. It lasts as long as the tab, and is cleared at sign-out. */
export function readDraft(name: string): string {
  try {
    return sessionStorage.getItem(prefix + name) ?? ''
  } catch {
    return ''
  }
}

/** Stores a draft; an empty one is removed. */
export function writeDraft(name: string, text: string) {
  try {
    if (text.trim() === '') sessionStorage.removeItem(prefix + name)
    else sessionStorage.setItem(prefix + name, text)
  } catch {
    // Full or forbidden: the text is in its field only.
  }
}

export function clearDrafts() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Forbidden: there is nothing to clear.
  }
}
