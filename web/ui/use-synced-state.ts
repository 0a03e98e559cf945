import { useState } from 'react'

/** State that is reset when `value` changes: a filter that a link can change, too. Unlike with a key, the field keeps the focus. */
export function useSyncedState<T>(value: T) {
  const [state, setState] = useState({ of: value, current: value })
  if (state.of !== value) setState({ of: value, current: value })
  return [state.of === value ? state.current : value, (current: T) => setState({ of: value, current })] as const
}
