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
import { rejectedFilesText } from '#domain/editor/refusedFiles.ts'
import { pasteLink } from '#domain/editor/formatting.ts'
import { toast } from '#src/ui/toast.tsx'

const MAX_HEIGHT_PX = 300
/** A paste beyond this is no text of an entry and would only make the page stand still. */
const MAX_PASTED_CHARACTERS = 1_000_000
/** What a browser calls the pressing of Enter in a text field. */
const LINE_BREAK_INPUTS = ['insertLineBreak', 'insertParagraph']

/** What a browser calls typing; in WebKit a composition takes its letters back before it puts others. */
const COMPOSITION_INPUTS = ['insertCompositionText', 'deleteCompositionText', 'insertFromComposition']
const TYPING_INPUTS = ['insertText', ...COMPOSITION_INPUTS]

/** What the toolbar needs of the field. */
export type WritingHandle = {
  /** The text with its present selection. */
  readonly readSelection: () => TextSelection
  readonly focus: () => void
  /** Scrolls by pages, without moving the caret. */
  readonly scroll: (pages: number) => void
}

type Props = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'ref'> & {
  readonly selection: TextSelection
  readonly onAction: (action: EditorAction) => void
  readonly onPasteTooLong: (characters: number) => void
  readonly handle: Ref<WritingHandle>
}

/** The text field of an entry: 5 rows, growing from 120 to 300 px with what is written. */
export function WritingArea({ selection, onAction, onPasteTooLong, handle, ...rest }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  /** The text just before the browser changes it. */
  const before = useRef(selection)
  const isShiftDown = useRef(false)
  /** A composition has begun, and its first letters are in the text. */
  const isComposing = useRef(false)
  /** What Enter does: by how the line looks, until the Markdown parser has come. */
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
    scroll: (pages) => area.current?.scrollBy({ top: pages * area.current.clientHeight }),
  }))
  useLayoutEffect(() => {
    const field = area.current
    const onBeforeInput = (event: InputEvent) => {
      before.current = selectionOf(field) ?? before.current
      // The browser's own history knows nothing of the toolbar: its gestures undo here.
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
    // Browsers that size fields by their content do it themselves, and faster.
    if (!area.current || CSS.supports('field-sizing', 'content')) return
    area.current.style.height = 'auto'
    area.current.style.height = `${Math.min(area.current.scrollHeight, MAX_HEIGHT_PX)}px`
  }, [text])

  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    // Office programs put a picture of a text beside it: then the text is taken.
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
    onAction({ kind: 'changed', before: old, after: linked, at: Date.now() })
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
        // A composition is one step, however its letters come and go. Firefox ends it before its last input.
        const wasComposing = isComposing.current
        isComposing.current = input?.isComposing === true || COMPOSITION_INPUTS.includes(kind)
        if (wasComposing && isComposing.current) return onAction({ kind: 'composed', after, at })
        const next = LINE_BREAK_INPUTS.includes(kind) && !isShiftDown.current ? continueList.current(old) : undefined
        if (next) return onAction({ kind: 'changed', before: old, after: next, at })
        const editKind = TYPING_INPUTS.includes(kind) ? 'typing' : kind.startsWith('delete') ? 'deleting' : 'other'
        onAction({ kind: 'typed', before: old, after, editKind, at })
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
