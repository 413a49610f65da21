/** Milliseconds between two lines in a log. */
const PAUSE = 10_000

type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { write(text: string): unknown }

/**
 * One line that says what runs, how many of how many are done, and how long it has taken. A terminal shows it in one place; a log gets
 * a line from time to time, and a last one at the end.
 */
export class Progress {
	#done = 0
	#failed = 0
	#said = Number.NEGATIVE_INFINITY
	readonly #name: string
	readonly #total: number
	readonly #began: number
	readonly #screen: Screen
	readonly #clock: () => number

	/** @param clock in milliseconds */
	constructor(name: string, total: number, screen: Screen = process.stdout, clock = () => performance.now()) {
		this.#name = name
		this.#total = total
		this.#screen = screen
		this.#clock = clock
		this.#began = clock()
	}

	/** Call when something begins. */
	start(what: string): void {
		if (this.#screen.isTTY) this.#show(what)
		else if (this.#clock() - this.#said >= PAUSE) this.#log(what)
	}

	/** Call when something is done. */
	count(failed: boolean): void {
		this.#done++
		if (failed) this.#failed++
		if (this.#done < this.#total) return
		if (this.#screen.isTTY) this.#screen.write(`\r\u001B[2K${this.#line('')}\n`)
		else this.#log('')
	}

	/** Writes a message between the lines. */
	say(text: string): void {
		this.#screen.write(`${this.#screen.isTTY ? '\r\u001B[2K' : ''}${text}\n`)
	}

	#show(what: string): void {
		this.#screen.write(`\r\u001B[2K${this.#line(what).slice(0, (this.#screen.columns || 80) - 1)}`)
	}

	#log(what: string): void {
		this.#said = this.#clock()
		this.#screen.write(`${this.#line(what)}\n`)
	}

	#line(what: string): string {
		const seconds = Math.floor((this.#clock() - this.#began) / 1000)
		const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
		const faults = this.#failed > 0 ? `, ${this.#failed} FEHLER` : ''
		return `${this.#name}: ${this.#done} von ${this.#total}${faults}, ${time} min${what && ` · ${what}`}`
	}
}
