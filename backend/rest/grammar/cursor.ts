import { RestError } from '../errors.ts'

/** A reading position in one parameter of the URL. */
export class Cursor {
	readonly text: string
	readonly what: string
	at = 0

	constructor(text: string, what: string) {
		this.text = text
		this.what = what
	}

	get done(): boolean {
		return this.at >= this.text.length
	}

	peek(): string {
		return this.text[this.at] ?? ''
	}

	/** Steps over `token` if it comes next. */
	take(token: string): boolean {
		if (!this.text.startsWith(token, this.at)) return false
		this.at += token.length
		return true
	}

	/** Steps over text that the sticky expression matches here, and returns it. */
	match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at
		const found = pattern.exec(this.text)?.[0]
		if (found !== undefined) this.at += found.length
		return found
	}

	expect(token: string): void {
		if (!this.take(token)) this.fail(`"${token}"`)
	}

	spaces(): void {
		this.match(/[ \t]*/y)
	}

	/** @throws RestError PGRST100, naming the column and what was expected there. */
	fail(expected: string): never {
		const found = this.done ? 'unexpected end of input' : `unexpected ${JSON.stringify(this.peek())}`
		throw syntaxError(this.what, this.at, `${found} expecting ${expected}`)
	}
}

/** The answer to a parameter that does not parse. */
export function syntaxError(what: string, at: number, details: string): RestError {
	return new RestError(400, 'PGRST100', `"failed to parse ${what}" (line 1, column ${at + 1})`, details)
}
