import { useEffect, useEffectEvent, useRef, type ReactElement } from 'react'
import { toast as hotToast, useToaster, type Toast } from 'react-hot-toast/headless'
import { TOAST_TEXT } from '#domain/texts/toasts.ts'

/**
 * Wraps the toast library. The headless build of the library is used. The default build injects styles, but the Content
 * Security Policy blocks them. There are two toasters (specification §9): one of the app and one of the dashboard. The
 * library limits each toaster to 20 visible toasts.
 */
const TOASTERS = {
  app: { duration: 3000 },
  dashboard: { duration: 4000, success: { duration: 2000 }, loading: { duration: Infinity } },
}

export type Toaster = keyof typeof TOASTERS

/** @param id the id of the toast to replace */
const createToast =
  (show: typeof hotToast.success) =>
  (text: string | ReactElement, toasterId: Toaster = 'app', duration = 0, id?: string) =>
    show(text, { toasterId, ...(duration && { duration }), ...(id ? { id } : {}) })

export const toast = {
  /** Shows a message that is neither an error nor a success. */
  hint: createToast(hotToast),
  success: createToast(hotToast.success),
  error: (text: string, toasterId: Toaster = 'app', id?: string) =>
    hotToast.error(text, { toasterId, ...(id ? { id } : {}) }),
  /** Shows a message until it is dismissed or another toast replaces it. */
  loading: (text: string, toasterId: Toaster = 'app', id?: string) =>
    hotToast.loading(text, { toasterId, ...(id ? { id } : {}) }),
  dismiss: (id: string, toasterId: Toaster = 'app') => hotToast.dismiss(id, toasterId),
}

const TYPE_COLORS: { readonly [type: string]: string } = {
  success: 'ok',
  error: 'danger',
  loading: 'warn',
}

export function Toasters() {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => keepAboveDialogs(layer.current), [])
  return (
    <div ref={layer} className="toasts" aria-label={TOAST_TEXT.region} role="region">
      <ToastList id="dashboard" />
      <ToastList id="app" />
    </div>
  )
}

/**
 * Keeps an element above every dialog. In the browser's top layer, the element that was opened last is in front. This
 * element is therefore opened again after a dialog opens.
 */
function keepAboveDialogs(layer: HTMLElement | null): (() => void) | undefined {
  if (!layer || !('showPopover' in layer)) return undefined
  layer.popover = 'manual'
  const raise = () => {
    if (layer.matches(':popover-open')) layer.hidePopover()
    layer.showPopover()
  }
  raise()
  const watcher = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target instanceof HTMLDialogElement && target.open)) raise()
  })
  watcher.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['open'] })
  return () => watcher.disconnect()
}

function ToastList({ id }: { readonly id: Toaster }) {
  const { toasts, handlers } = useToaster(TOASTERS[id], id)
  const list = useRef<HTMLDivElement>(null)
  const empty = toasts.length === 0
  const onHover = useEffectEvent((hovered: boolean) => (hovered ? handlers.startPause() : handlers.endPause()))
  useEffect(() => (empty ? undefined : watchHover(list.current, onHover)), [empty])
  return (
    // Rendered before the first message: screen readers announce only changes of a live region that already exists.
    <div ref={list} className="toast-list" aria-live="polite">
      {toasts.map((item) => (
        <ToastRow key={item.id} item={item} />
      ))}
    </div>
  )
}

/**
 * Reports when the mouse enters or leaves an element. Watches the whole document, because Firefox and WebKit send no
 * `mouseleave` event if the child under the mouse has been removed.
 */
function watchHover(element: HTMLElement | null, onChange: (hovered: boolean) => void): () => void {
  let hovered = false
  const update = (next: boolean) => {
    if (next !== hovered) onChange(next)
    hovered = next
  }
  const stop = new AbortController()
  const { signal } = stop
  const onOver = ({ target, pointerType }: PointerEvent) =>
    update(pointerType === 'mouse' && target instanceof Node && element?.contains(target) === true)
  document.addEventListener('pointerover', onOver, { signal })
  document.documentElement.addEventListener('pointerleave', () => update(false), { signal })
  return () => {
    stop.abort()
    update(false)
  }
}

function ToastRow({ item }: { readonly item: Toast }) {
  return (
    <div
      className="toast layer"
      data-type={item.type}
      data-leaving={item.visible ? undefined : ''}
      // A message without a button is a string. A message with a button is an element.
      data-plain={typeof item.message === 'string' ? '' : undefined}
      role={item.type === 'error' ? 'alert' : undefined}
    >
      <span className={`lamp ${TYPE_COLORS[item.type] ?? 'muted'}`}>
        <span>{typeof item.message === 'function' ? '' : item.message}</span>
      </span>
    </div>
  )
}
