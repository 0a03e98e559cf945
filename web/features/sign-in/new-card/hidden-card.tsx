import type { TypedCard } from './typed-card.ts'

/** What was typed elsewhere, so that a form posts it along. */
export const HiddenCard = ({ card, names }: { card: TypedCard; names: readonly (keyof TypedCard)[] }) =>
  names.map((name) => <input key={name} type="hidden" name={name} value={card[name]} />)
