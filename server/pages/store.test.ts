import { expect, it } from 'vitest'
import { createPageStore, type Page } from './store.ts'

function page(size: number, shows: string[] = [], expires = 100): Page {
	return {
		...{ headers: {}, etag: '', old: expires, expires, shows: new Set(shows), wanted: [] },
		bodies: new Map([['br', Buffer.alloc(size)]]),
	}
}

it('drops the least recently used pages beyond its bytes', () => {
	const store = createPageStore(30_000)
	store.set('a', page(10_000))
	store.set('b', page(10_000))
	expect(store.get('a', 0)).toBeDefined()
	store.set('c', page(10_000))
	expect([store.get('a', 0), store.get('b', 0), store.get('c', 0)].map(Boolean)).toEqual([true, false, true])
	store.get('a', 0)?.bodies.set('gzip', Buffer.alloc(15_000))
	store.grown('a')
	expect(store.size).toBe(1)
	expect(store.bytes).toBeLessThanOrEqual(30_000)
	store.set('huge', page(50_000))
	expect([store.size, store.bytes]).toEqual([0, 0])
})

it('drops the pages that show a location, and those that are too old', () => {
	const store = createPageStore(100_000)
	store.set('a', page(10, ['one', 'two']))
	store.set('b', page(10, ['two']))
	store.set('c', page(10, ['three'], 5))
	store.drop('one')
	expect([store.get('a', 0), store.get('b', 0)].map(Boolean)).toEqual([false, true])
	store.drop('two')
	expect(store.get('c', 4)).toBeDefined()
	expect(store.get('c', 5)).toBeUndefined()
	expect([store.size, store.bytes]).toEqual([0, 0])
})
