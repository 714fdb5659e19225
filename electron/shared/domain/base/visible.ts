const unseen =
  /[\p{Cc}\p{Bidi_Control}\u00ad\u180e\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
const controlPictures = 0x2400
const firstNoControl = 0x20

/** Replaces invisible and direction characters of foreign text by visible signs. */
export const visible = (text: string) =>
  text.replace(unseen, (unit) => {
    const code = unit.charCodeAt(0)
    return code < firstNoControl ? String.fromCharCode(controlPictures + code) : '\ufffd'.repeat(unit.length)
  })

export const visibleLines = (text: string) => text.split(/\r?\n/).map(visible).join('\n')
