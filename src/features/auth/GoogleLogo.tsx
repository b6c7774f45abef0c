/** Draws the G of the Google button in the button's text color. */
export function GoogleLogo() {
  return (
    <svg
      width="15"
      height="15"
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
    >
      <path d="M13.4 4.2A6.5 6.5 0 1 0 14.5 8.6H8.4" />
    </svg>
  )
}
