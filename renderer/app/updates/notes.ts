type NotesBlock =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }

interface NotesPart {
  readonly text: string
  readonly code: boolean
}

/** The few forms that a changelog has; everything else stays plain text. */
export function parseNotes(text: string): NotesBlock[] {
  const blocks: NotesBlock[] = []
  let items: string[] | null = null
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join(' ') })
    paragraph = []
  }
  for (const line of text.split(/\r?\n/)) {
    const words = line.trim()
    const heading = /^#{1,6}\s+(.+)$/.exec(words)?.[1]
    const item = /^[-*]\s+(.+)$/.exec(words)?.[1]
    if (item !== undefined) {
      endParagraph()
      if (items) items.push(item)
      else blocks.push({ kind: 'list', items: (items = [item]) })
    } else if (words === '' || heading !== undefined) {
      endParagraph()
      // A blank line between two items does not end their list.
      if (heading !== undefined) {
        items = null
        blocks.push({ kind: 'heading', text: heading })
      }
    } else if (items && /^\s/.test(line)) items.push(`${items.pop()!} ${words}`)
    else {
      items = null
      paragraph.push(words)
    }
  }
  endParagraph()
  return blocks
}

/** Splits at pairs of backticks. */
export const notesParts = (text: string): NotesPart[] =>
  text
    .split(/`([^`]+)`/)
    .map((part, at) => ({ text: part, code: at % 2 === 1 }))
    .filter((part) => part.text !== '')
