import { PRODUCT } from '#domain/product.ts'
import { useAuth } from '#src/stores/auth.ts'
import { Stencil } from '#src/ui/Stencil.tsx'

/** The nameplate over the dashboard. */
export function TitlePlate() {
  const user = useAuth((state) => state.user)
  return (
    <section
      className="panel flex flex-wrap items-end justify-between gap-x-10 gap-y-4 p-3 wide:p-5"
      aria-labelledby="title-plate"
    >
      <div className="flex flex-1 flex-wrap items-center justify-between gap-x-8 gap-y-3 wide:justify-start">
        <Stencil text={PRODUCT} className="h-[22px] wide:h-[46px]" />
        <h1
          id="title-plate"
          className="mono text-[0.8125rem] text-muted uppercase tracking-[.07em] wide:text-base wide:font-semibold wide:tracking-normal wide:text-text wide:normal-case wide:[font-stretch:112%]"
        >
          <span className="max-wide:sr-only">Personal </span>operations log
        </h1>
      </div>
      <dl className="mono hidden min-w-60 text-[0.8125rem] wide:block">
        <Row name="Operator" value={user?.displayName || user?.email || ''} />
        <Row name="Theme" value="Terminal Green" />
      </dl>
    </section>
  )
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex justify-between gap-6 border-t border-line py-1.5 first:border-t-0">
      <dt className="text-muted">{name}</dt>
      <dd className="truncate">{value}</dd>
    </div>
  )
}
