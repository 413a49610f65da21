// Windows-1252 as DATEV reads it. What it does not have becomes the letter without its mark, or "?".

/** 0x80 to 0x9F, where it differs from Latin-1; the five that it leaves empty are spaces here. */
const UPPER = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const PLAIN: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ẞ: 'SS', '−': '-', '\u2011': '-' }

/** @returns one byte for each letter; nothing for control characters, so that a text cannot begin a new line */
export function cp1252(text: string): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(Array.from(text.normalize('NFC')).flatMap(bytesOf))
}

function bytesOf(letter: string): number[] {
	const code = letter.codePointAt(0) ?? 0
	if (letter === '\r' || letter === '\n' || (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff))
		return [code]
	if (code < 0xa0) return []
	const place = UPPER.indexOf(letter)
	if (place >= 0 && letter !== ' ') return [0x80 + place]
	const plain = PLAIN[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
	return plain !== letter && plain !== '' ? Array.from(plain).flatMap(bytesOf) : [0x3f]
}
