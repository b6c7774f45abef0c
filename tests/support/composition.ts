export const EVENT_ORDERS = ['Chrome', 'Firefox', 'WebKit'] as const
export type EventOrder = (typeof EVENT_ORDERS)[number]

/**
 * Simulates an input method, because tests have no real input method. Dispatches its events to a field in the order of
 * a browser: each intermediate text, then the key that ends the composition. This function can also run in a page.
 */
export function composeText(
  field: HTMLInputElement | HTMLTextAreaElement,
  texts: readonly string[],
  endedBy: string,
  order: EventOrder,
): void {
  const start = field.selectionStart ?? field.value.length
  let end = field.selectionEnd ?? start
  const key = (name: string, isComposing: boolean) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, keyCode: 229, isComposing, bubbles: true, cancelable: true }),
    )
  const composition = (type: string, data: string) =>
    field.dispatchEvent(new CompositionEvent(type, { data, bubbles: true }))
  const input = (inputType: string, data: string, isComposing: boolean) => {
    const about = { inputType, data, isComposing, bubbles: true }
    field.dispatchEvent(new InputEvent('beforeinput', about))
    // Uses the setter of the prototype, because React ignores values that are set through the field's own property.
    const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    const value = Object.getOwnPropertyDescriptor(prototype, 'value')
    value?.set?.call(field, field.value.slice(0, start) + data + field.value.slice(end))
    end = start + data.length
    field.setSelectionRange(end, end)
    field.dispatchEvent(new InputEvent('input', about))
  }
  const last = texts.at(-1) ?? ''
  texts.forEach((text, index) => {
    key('Process', index > 0)
    if (index === 0) composition('compositionstart', '')
    composition('compositionupdate', text)
    input('insertCompositionText', text, true)
  })
  if (order === 'WebKit') {
    input('deleteCompositionText', '', true)
    input('insertFromComposition', last, true)
    composition('compositionend', last)
    key(endedBy, false)
    return
  }
  key(endedBy, true)
  if (order === 'Firefox') composition('compositionend', last)
  input('insertCompositionText', last, order === 'Chrome')
  if (order === 'Chrome') composition('compositionend', last)
}
