type Props = {
  readonly id?: string
  readonly text: string | undefined
  /** Set if a toast announces the same message. Screen readers then do not read the message twice. */
  readonly silent?: boolean
}

/** Shows an error message beside its field. Screen readers announce the message when it appears. */
export function ErrorText({ id, text, silent = false }: Props) {
  return (
    <div role={silent ? undefined : 'alert'} id={id} className="error-text-place">
      {text && (
        <p className="error-text">
          <svg
            width="16"
            height="16"
            viewBox="0 0 16 16"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
          >
            <path d="M2 2h12v12H2zM8 4.5v4M8 10.5v1.5" />
          </svg>
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}
