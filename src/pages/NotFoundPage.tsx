import { NOT_FOUND_TEXT } from '#domain/texts/notFound.ts'
import { NotFound } from '#src/features/shell/NotFound.tsx'
import { useTitle } from '#src/ui/useTitle.ts'

export function NotFoundPage() {
  useTitle(NOT_FOUND_TEXT.title)
  return <NotFound />
}
