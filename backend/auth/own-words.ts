import { isLeaked } from './leaked-passwords.ts'
import type { Metadata } from './metadata.ts'

/** Whose password it is to be: their address and what they said of themselves. */
export type Person = { email?: string | null; data?: Metadata | null }

// Shorter ones are parts of too many other words.
const LEAST_WORD = 4
/** Characters beside such words that make a password; fewer are guessed by trying. */
const LEAST_REST = 6

/**
 * Whether a password is hardly more than words that whoever guesses tries first: those of the house, and the person's address and name.
 * It may hold them, if what is left beside them would be hard to guess.
 */
export async function isOfOwnWords(password: string, house: string[], person: Person): Promise<boolean> {
	const words = [...house, ...wordsOf(person)].flatMap(spellings).filter((word) => word.length >= LEAST_WORD)
	// Longer ones first: a part must not leave the other part of its word.
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
 * Letters and digits alone, as people put all else between them, without marks, in both ways that umlauts are written without theirs:
 * "Käthe" is "kaethe" and "kathe".
 */
function spellings(text: string): string[] {
	const small = text
		.toLowerCase()
		.normalize('NFC')
		.replaceAll(/[ßæœłđı]/g, (letter) => BARE[letter] ?? letter)
	const german = small.replaceAll(/[äöüø]/g, (letter) => `${UMLAUTS[letter]}e`)
	return [german, small.replaceAll('ø', 'o')].map((each) => each.normalize('NFD').replaceAll(/[^\p{L}\p{N}]/gu, ''))
}

/** Letters that no normal form takes apart. */
const BARE: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }
const UMLAUTS: Record<string, string> = { ä: 'a', ö: 'o', ü: 'u', ø: 'o' }
