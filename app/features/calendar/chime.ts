const KEY = 'zeitplatz-ton'
let context: AudioContext | undefined
const listeners = new Set<() => void>()

/** Whether this browser is to sound for new requests and bookings. */
export function wantsChime(): boolean {
	return localStorage.getItem(KEY) !== null
}

/** Remembers the wish in this browser. Turning it on comes from a click, so the browser allows the sound from then on. */
export function rememberChime(wanted: boolean): void {
	if (wanted) localStorage.setItem(KEY, '1')
	else localStorage.removeItem(KEY)
	if (wanted) allowChime()
	for (const listener of listeners) listener()
}

/** Reports changes of the wish on this page. @returns what ends that */
export function followChime(listener: () => void): () => void {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

/** Called from a click or a key: before one, browsers play nothing. */
export function allowChime(): void {
	context ??= new AudioContext()
	void context.resume()
}

/** Two soft notes, if they are wanted and allowed. */
export function chime(): void {
	if (!wantsChime() || context?.state !== 'running') return
	for (const [turn, pitch] of [659.25, 880].entries()) {
		const begins = context.currentTime + turn * 0.18
		const [note, loudness] = [context.createOscillator(), context.createGain()]
		note.frequency.value = pitch
		loudness.gain.setValueAtTime(0, begins)
		loudness.gain.linearRampToValueAtTime(0.15, begins + 0.02)
		loudness.gain.exponentialRampToValueAtTime(0.001, begins + 0.5)
		note.connect(loudness).connect(context.destination)
		note.start(begins)
		note.stop(begins + 0.5)
	}
}
