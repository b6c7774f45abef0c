import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type Ref,
} from 'react'
import type { EditorAction } from '#domain/editor/editorState.ts'
import { continueMarkedLine } from '#domain/editor/lineMarks.ts'
import type { TextSelection } from '#domain/editor/textSelection.ts'
import { rejectedFilesText } from '#domain/editor/rejectedFiles.ts'
import { pasteLink } from '#domain/editor/formatting.ts'
import { toast } from '#src/ui/toast.tsx'

/** The maximum length of a pasted text. A longer text would freeze the page. */
const MAX_PASTED_CHARACTERS = 1_000_000
/** The values of `inputType` that the Enter key causes. */
const LINE_BREAK_INPUTS = ['insertLineBreak', 'insertParagraph']

/** The input types of an IME composition. WebKit deletes the composed text before it inserts the next version. */
const COMPOSITION_INPUTS = ['insertCompositionText', 'deleteCompositionText', 'insertFromComposition']
const TYPING_INPUTS = ['insertText', ...COMPOSITION_INPUTS]

export type WritingHandle = {
  /** Returns the text with the current selection. */
  readonly readSelection: () => TextSelection
  readonly focus: () => void
}

type Props = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'ref'> & {
  readonly selection: TextSelection
  readonly onAction: (action: EditorAction) => void
  readonly onPasteTooLong: (characters: number) => void
  readonly handle: Ref<WritingHandle>
}

/** Renders the text field of an entry. The field has at least 5 rows and grows with the text. CSS limits its height. */
export function WritingArea({ selection, onAction, onPasteTooLong, handle, ...rest }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  /** The text and the selection before the current input. */
  const before = useRef(selection)
  const isShiftDown = useRef(false)
  /** Whether an IME composition is running whose first input is already in the text. */
  const isComposing = useRef(false)
  /**
   * Continues a list on Enter. Until the Markdown parser is loaded, a list is recognized only by the prefix of its
   * line.
   */
  const continueList = useRef<(before: TextSelection) => TextSelection | undefined>(continueMarkedLine)
  const { text, from, to } = selection
  useEffect(() => {
    void import('#domain/editor/continueLine.ts').then(
      ({ continueLine }) => (continueList.current = continueLine),
      () => {},
    )
  }, [])
  useImperativeHandle(handle, () => ({
    readSelection: () => selectionOf(area.current) ?? selection,
    focus: () => area.current?.focus(),
  }))
  useLayoutEffect(() => {
    const field = area.current
    const onBeforeInput = (event: InputEvent) => {
      before.current = selectionOf(field) ?? before.current
      // The browser's undo history does not contain the toolbar's changes. The browser's undo commands therefore use
      // the editor's own history.
      const kind = event.inputType === 'historyUndo' ? 'undo' : event.inputType === 'historyRedo' ? 'redo' : undefined
      if (!kind) return
      event.preventDefault()
      onAction({ kind, at: Date.now() })
    }
    field?.addEventListener('beforeinput', onBeforeInput)
    return () => field?.removeEventListener('beforeinput', onBeforeInput)
  }, [onAction])
  useLayoutEffect(() => {
    const field = area.current
    if (!field || (field.selectionStart === from && field.selectionEnd === to)) return
    field.setSelectionRange(from, to)
  }, [text, from, to])
  useLayoutEffect(() => {
    // Browsers that support `field-sizing` adjust the height of the field without this code, and do it faster.
    if (!area.current || CSS.supports('field-sizing', 'content')) return
    const top = window.scrollY
    area.current.style.height = 'auto'
    area.current.style.height = `${area.current.scrollHeight}px`
    // While the field was low, the page was shorter, so the browser may have scrolled it up.
    if (window.scrollY !== top) window.scrollTo({ top, behavior: 'instant' })
  }, [text])

  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    // Pasted files are rejected only if the clipboard contains no text, because office programs add an image of a
    // copied text to the clipboard.
    if (pasted.trim() === '' && event.clipboardData.files.length > 0) return rejectFiles(event, event.clipboardData)
    const old = selectionOf(area.current)
    if (!old) return
    if (pasted.length > MAX_PASTED_CHARACTERS) {
      event.preventDefault()
      return onPasteTooLong(pasted.length)
    }
    const linked = pasteLink(old, pasted)
    if (!linked) return
    event.preventDefault()
    onAction({ kind: 'edit', before: old, after: linked, at: Date.now() })
  }
  return (
    <textarea
      ref={area}
      rows={5}
      dir="auto"
      className="writing"
      value={text}
      onPaste={onPaste}
      onDragOver={(event) => {
        if (hasOnlyFiles(event)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (hasOnlyFiles(event)) rejectFiles(event, event.dataTransfer)
      }}
      onKeyDown={(event) => (isShiftDown.current = event.shiftKey)}
      onCompositionStart={() => (isComposing.current = false)}
      onChange={({ target, nativeEvent }) => {
        const after = selectionOf(target)
        if (!after) return
        const input = nativeEvent instanceof InputEvent ? nativeEvent : undefined
        const kind = input?.inputType ?? ''
        const old = before.current
        const at = Date.now()
        // All inputs of an IME composition are one undo step. Firefox reports the end of the composition before its
        // last input, so the input type is checked too.
        const wasComposing = isComposing.current
        isComposing.current = input?.isComposing === true || COMPOSITION_INPUTS.includes(kind)
        if (wasComposing && isComposing.current) return onAction({ kind: 'compose', after, at })
        const next = LINE_BREAK_INPUTS.includes(kind) && !isShiftDown.current ? continueList.current(old) : undefined
        if (next) return onAction({ kind: 'edit', before: old, after: next, at })
        const editKind = TYPING_INPUTS.includes(kind) ? 'typing' : kind.startsWith('delete') ? 'deleting' : 'other'
        onAction({ kind: 'type', before: old, after, editKind, at })
      }}
      {...rest}
    />
  )
}

const hasOnlyFiles = ({ dataTransfer: { types } }: DragEvent): boolean =>
  types.includes('Files') && !types.includes('text/plain')

function rejectFiles(event: ClipboardEvent | DragEvent, { files }: DataTransfer): void {
  event.preventDefault()
  toast.hint(rejectedFilesText([...files]), 'app', 0, 'files-refused')
}

const selectionOf = (field: HTMLTextAreaElement | null): TextSelection | undefined =>
  field ? { text: field.value, from: field.selectionStart, to: field.selectionEnd } : undefined
