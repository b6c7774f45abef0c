import { useId } from 'react'
import { X } from 'lucide-react'
import { keyCapsOf, shortcutSheet } from '#domain/keyboard/shortcuts.ts'
import { SHORTCUT_TEXT } from '#domain/texts/shortcuts.ts'
import './Dialog.css'
import './ShortcutSheet.css'
import './keycap.css'
import { Dialog } from './Dialog.tsx'
import { Button } from './Button.tsx'
import { isMac } from './platform.ts'

type Props = {
  /** Whether single-key shortcuts are enabled. */
  readonly singleKeys: boolean
  readonly onClose: () => void
}

/** Lists every keyboard shortcut. The list comes from the same catalog that the handlers read. */
export function ShortcutSheet({ singleKeys, onClose }: Props) {
  const id = useId()
  return (
    <Dialog labelledBy={id} onCancel={onClose} className="panel layer ask ask-wide">
      <div className="dialog-head">
        <h2 id={id} className="panel-title">
          {SHORTCUT_TEXT.title}
        </h2>
        <Button look="ghost" className="at-end" aria-label={SHORTCUT_TEXT.close} data-autofocus onClick={onClose}>
          <X size={16} aria-hidden />
        </Button>
      </div>
      <div className="key-sheet">
        {shortcutSheet(singleKeys).map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="silk key-sheet-title">{title}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.name} className="key-line">
                  <dt>{shortcut.name}</dt>
                  {keyCapsOf(shortcut, isMac()).map((caps) => (
                    <dd key={caps.join()}>
                      {caps.map((cap) => (
                        <kbd key={cap} className="kbd">
                          {cap}
                        </kbd>
                      ))}
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
