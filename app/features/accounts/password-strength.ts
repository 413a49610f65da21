/** 0: too short or obvious, 1: weak, 2: good, 3: strong. A hint while typing; the auth service decides what is accepted. */
export type Strength = 0 | 1 | 2 | 3

export const STRENGTH_WORDS: Record<Strength, string> = {
	0: 'Noch zu kurz oder zu leicht zu erraten',
	1: 'Geht, ein längeres ist besser',
	2: 'Gut',
	3: 'Sehr gut',
}

const OBVIOUS = /passwort|password|qwert|asdf|yxcv|zeitplatz|termine?|kalender|hallo|geheim|12345|67890|98765|abcde/gi
const KINDS: [RegExp, number][] = [
	[/[a-zäöüß]/, 29],
	[/[A-ZÄÖÜ]/, 29],
	[/\d/, 10],
	[/[^a-zäöüß\d]/i, 30],
]

/** How hard a password is to guess, from its length and variety; repetitions and well-known parts count little. */
export function strengthOf(password: string): Strength {
	if (password.length < 8) return 0
	const core = password.replaceAll(OBVIOUS, 'x').replaceAll(/(.)\1+/g, '$1')
	const pool = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(core) ? size : 0), 0)
	const bits = core.length * Math.log2(Math.max(2, pool)) * (new Set(core).size / core.length)
	if (bits < 28) return 0
	if (bits < 45) return 1
	return bits < 65 ? 2 : 3
}
