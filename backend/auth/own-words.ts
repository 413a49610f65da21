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
	const words = [...house, ...wordsOf(person)].map(plain).filter((word) => word.length >= LEAST_WORD)
	// Longer ones first: a part must not leave the other part of its word.
	words.sort((one, other) => other.length - one.length)
	const typed = plain(password)
	const rest = words.reduce((left, word) => left.replaceAll(word, ''), typed)
	if (rest === typed) return false
	return rest.length < LEAST_REST || isLeaked(rest)
}

function wordsOf({ email, data }: Person): string[] {
	const mailName = (email ?? '').split('@')[0] ?? ''
	const texts = Object.values(data ?? {}).filter((value) => typeof value === 'string' && value.length <= 200)
	return [mailName, ...(texts as string[])].flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
}

/** Letters and digits alone: what people put between them is soon tried. */
const plain = (text: string): string =>
	text
		.toLowerCase()
		.normalize('NFC')
		.replaceAll(/[^\p{L}\p{N}]/gu, '')
