/** The product's logo: a waveform with a needle through it. */
export function Logo({ className }: { readonly className?: string }) {
  return (
    <svg className={className} viewBox="0 0 20 18" aria-hidden="true" fill="none" strokeWidth="1.5">
      <path d="M1 6v6M4 4v10M7 7v4M13 7v4M16 4v10M19 6v6" stroke="currentColor" />
      <path d="M10 0v18" stroke="var(--danger)" strokeWidth="2" />
    </svg>
  )
}
