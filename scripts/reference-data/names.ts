/** URL form of a German name: `Mülheim an der Ruhr` → `muelheim-an-der-ruhr`. */
export function slugOf(name: string): string {
	const letters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
	return name
		.toLowerCase()
		.replace(/[äöüß]/g, (letter) => letters[letter] ?? letter)
		.normalize('NFD')
		.replace(/\p{Mark}/gu, '')
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '')
}

/** A form of a name that is spelled the same in both sources. */
export function fold(name: string): string {
	return slugOf(name.replace(/Sankt /, 'St. '))
		.replace(/ae/g, 'a')
		.replace(/oe/g, 'o')
		.replace(/ue/g, 'u')
}

/**
 * The folded name without the part that distinguishes equal names: `Halle (Westf.)`, `Bad Boll` and `Hanau am Main` →
 * the bare name.
 */
export function baseOf(name: string): string {
	const bare = name
		.replace(/^(Bad|Lutherstadt|Hansestadt|Markt) /, '')
		.replace(/( (am|an|auf|im|in|bei|ob|vor|unter|[abiov]\.)[ .a-z].*| ?\(.*| ?\/.*)$/, '')
	return fold(bare)
}

/** The first part of a double name, or null where it is too general: `Korntal-Münchingen` → `korntal`, `Groß-Gerau` → null. */
export function firstPartOf(name: string): string | null {
	const part = /^(\p{Lu}[\p{L}]{3,})-\p{Lu}/u.exec(name)?.[1]
	return part && !/^(Groß|Klein|Neu|Alt|Bad|Nieder|Ober|Unter|Sankt|Hohen|Mittel|West|Nord|Süd|Burg|Wald)/.test(part)
		? fold(part)
		: null
}

/** Spells out the abbreviations of the postal list and drops the Sorbian name. */
export function tidy(name: string): string {
	return name
		.replaceAll('\\/', '/')
		.replace(/ - .*$/, '')
		.replace(/a\. ?d\. ?/, 'an der ')
		.replace(/ a\. ?(?=\p{Lu})/u, ' am ')
		.replace(/ i\. ?d\. ?/, ' in der ')
		.replace(/ i\. ?(?=\p{Lu})/u, ' im ')
		.replace(/ b\. ?(?=\p{Lu})/u, ' bei ')
		.replace(/ v\. ?d\. ?/, ' vor der ')
		.replace(/\s+/g, ' ')
		.trim()
}
