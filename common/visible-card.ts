import { emptyOf, fieldOf, publicNames, type FieldName, type PublicName } from '#contract/cards/card-fields.ts'
import type { Card, CardSettings, MenuItem } from '#contract/cards/cards.ts'
import type { HomepageKey } from '#contract/cards/drawing.ts'
import { has } from '#contract/permissions.ts'
import { isSamePlace } from './place.ts'

const linkType = 2

type Facts = { permissions: number; isOn(key: HomepageKey): boolean }

/** The same fields, empty where the owner hides them or the card lacks the right. */
export function visibleFields<Values extends Partial<Pick<Card, PublicName>>>(values: Values, facts: Facts): Values {
  const hidden = publicNames.filter((name) => name in values && !isVisible(name, values, facts))
  return { ...values, ...Object.fromEntries(hidden.map((name) => [name, emptyOf(name)])) }
}

function isVisible(name: FieldName, values: object, { permissions, isOn }: Facts): boolean {
  const { toggle, needs = [], while: other } = fieldOf[name]
  return (!toggle || isOn(toggle)) && needs.every((right) => has(permissions, right)) && (!other || Reflect.get(values, other) === true)
}

/**
 * What a visitor may see of a card, given all of it: what the owner hides, or the card has no right to, is empty. The server answers
 * with it and the editor's preview draws it, so the preview can't show another card than visitors get.
 */
export function visibleCard(card: Card, { isOwner = false } = {}): Card {
  const { homepageSettings } = card.settings
  const facts: Facts = {
    permissions: card.permissions,
    isOn: (key) => homepageSettings.find(({ Key }) => Key === key)?.Value ?? true,
  }
  const visible = visibleFields(card, facts)
  return {
    ...visible,
    menus: visibleMenus(card.menus, has(card.permissions, 'CustomMenus')),
    reviews: visible.reviews.filter(({ show }) => show),
    settings: visibleSettings(card, facts, isOwner),
  }
}

/** Without the right, a link's name stays (the page says 'not available') and where it leads doesn't leave. */
function visibleMenus(menus: readonly MenuItem[], mayLink: boolean): MenuItem[] {
  return menus.map((item) => {
    // That an entry of ours is hidden must be known; what the owner wrote on a hidden one must not.
    if (!item.show) return { ...item, label: '', route: '', cssClass: '', seoTitle: '', seoDescription: '', seoKeywords: '' }
    return item.type === linkType && !mayLink ? { ...item, route: '' } : item
  })
}

function visibleSettings(card: Card, facts: Facts, isOwner: boolean): CardSettings {
  const { connectClientsSetting, licenseNumber, tagLine, triggerAction, location, ...settings } = card.settings
  const mayShow = (name: FieldName) => isVisible(name, card, facts)
  return {
    ...settings,
    connectClientsSetting: isOwner ? connectClientsSetting : { ...connectClientsSetting, applyTags: '' },
    licenseNumber: licenseNumber.show ? licenseNumber : { show: false, number: '' },
    tagLine: tagLine.show ? tagLine : { show: false, text: '' },
    triggerAction: mayShow('settings.triggerAction') ? triggerAction : null,
    location: mayShow('settings.location') && isSamePlace(card) ? location : null,
  }
}
