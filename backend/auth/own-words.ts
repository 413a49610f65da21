import { isLeaked } from './leaked-passwords.ts'
import type { Metadata } from './metadata.ts'

/** The owner of the password: their address and the data they entered. */
export type Person = { email?: string | null; data?: Metadata | null }

// Shorter words are parts of too many other words.
const LEAST_WORD = 4
/** Characters besides such words that make a good password; fewer can be guessed by trying. */
const LEAST_REST = 6

/**
 * Whether a password is little more than words that are guessed first: the product's words and the person's address and name. It can
 * contain such words if the rest would be hard to guess.
 */
export async function isOfOwnWords(password: string, house: string[], person: Person): Promise<boolean> {
	const words = [...house, ...wordsOf(person)].flatMap(spellings).filter((word) => word.length >= LEAST_WORD)
	// Longer words are removed first, so that a shorter one does not leave part of a longer one.
	words.sort((one, other) => other.length - one.length)
	for (const typed of spellings(password)) {
		const rest = words.reduce((left, word) => left.replaceAll(word, ''), typed)
		if (rest !== typed && (rest.length < LEAST_REST || (await isLeaked(rest)))) return true
	}
	return false
}

function wordsOf({ email, data }: Person): string[] {
	const mailName = (email ?? '').split('@')[0] ?? ''
	const texts = Object.values(data ?? {}).filter((value) => typeof value === 'string' && value.length <= 200)
	return [mailName, ...(texts as string[])].flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
}

/**
 * The text in lower case with only letters and digits, because people put anything between them, and without accents. Umlauts are
 * spelled in both usual ways: "Käthe" becomes "kaethe" and "kathe".
 */
function spellings(text: string): string[] {
	const small = text
		.toLowerCase()
		.normalize('NFC')
		.replaceAll(/[ßæœłđı]/g, (letter) => BARE[letter] ?? letter)
	const german = small.replaceAll(/[äöüø]/g, (letter) => `${UMLAUTS[letter]}e`)
	return [german, small.replaceAll('ø', 'o')].map((each) => each.normalize('NFD').replaceAll(/[^\p{L}\p{N}]/gu, ''))
}

/** Letters that Unicode normalization does not take apart. */
const BARE: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }
const UMLAUTS: Record<string, string> = { ä: 'a', ö: 'o', ü: 'u', ø: 'o' }
