import { emptyOf, fieldOf, publicNames, type FieldName, type PublicName } from '#contract/cards/card-fields.ts'
import type { Card, CardSettings, MenuItem } from '#contract/cards/cards.ts'
import type { HomepageKey } from '#contract/cards/drawing.ts'
import { has } from '#contract/permissions.ts'
import { isSamePlace } from './place.ts'

const linkType = 2

type Visibility = { permissions: number; isOn(key: HomepageKey): boolean }

/** The same fields, emptied if the owner hides them or the card lacks the permission. */
export function visibleFields<Values extends Partial<Pick<Card, PublicName>>>(values: Values, facts: Visibility): Values {
  const hidden = publicNames.filter((name) => name in values && !isVisible(name, values, facts))
  return { ...values, ...Object.fromEntries(hidden.map((name) => [name, emptyOf(name)])) }
}

function isVisible(name: FieldName, values: object, { permissions, isOn }: Visibility): boolean {
  const { toggle, permissions: required = [], enabledBy } = fieldOf[name]
  return (
    (!toggle || isOn(toggle)) &&
    required.every((permission) => has(permissions, permission)) &&
    (!enabledBy || Reflect.get(values, enabledBy) === true)
  )
}

/**
 * The card as visitors see it: fields that the owner hides or the card lacks the permission for are empty. The server and the editor's
 * preview share it, so the preview can't differ from what visitors get.
 */
export function visibleCard(card: Card, { isOwner = false } = {}): Card {
  const { homepageSettings } = card.settings
  const facts: Visibility = {
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

/** Without the permission, a link keeps its name (its page says 'not available') and loses its address. */
function visibleMenus(menus: readonly MenuItem[], canLink: boolean): MenuItem[] {
  return menus.map((item) => {
    // Pages must know that a built-in entry is hidden, but not what the owner wrote on it.
    if (!item.show) return { ...item, label: '', route: '', cssClass: '', seoTitle: '', seoDescription: '', seoKeywords: '' }
    return item.type === linkType && !canLink ? { ...item, route: '' } : item
  })
}

function visibleSettings(card: Card, facts: Visibility, isOwner: boolean): CardSettings {
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
