import { describe, expect, it } from 'vitest'
import { allRows, MOST_ROWS, onePage, wholeAnswers } from './whole-answers.ts'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

describe('allRows', () => {
	const pages = (total: number) => {
		const asked: [number, number][] = []
		const query = async (from: number, to: number) => {
			asked.push([from, to])
			if (from > 0 && from >= total) return { data: null, error: { code: 'PGRST103' } }
			return { data: numbers(total).slice(from, Math.min(to, from + MOST_ROWS - 1) + 1), error: null }
		}
		return { asked, query }
	}

	it.each([0, 1, 999, 1000, 1001, 2000, 2500])('gives all of %i rows', async (total) => {
		expect(await allRows(pages(total).query)).toEqual(numbers(total))
	})

	it('stops at the most that is wanted', async () => {
		const { asked, query } = pages(5000)
		expect(await allRows(query, 1500)).toHaveLength(1500)
		expect(asked).toEqual([
			[0, 999],
			[1000, 1499],
		])
	})

	it('passes errors on', async () => {
		await expect(allRows(async () => ({ data: null, error: { code: '42501', message: 'no' } }))).rejects.toThrow('no')
	})
})

describe('onePage', () => {
	const query = async (from: number, to: number) =>
		from >= 5 && from > 0
			? { data: null, error: { code: 'PGRST103' }, count: null }
			: { data: numbers(5).slice(from, to + 1), error: null, count: 5 }

	it.each([
		[1, [0, 1]],
		[3, [4]],
		[4, []],
		[99, []],
	])('gives page %i and the number of all rows', async (page, rows) => {
		expect(await onePage(query, page, 2)).toEqual({ rows, total: 5 })
	})

	it('passes errors on', async () => {
		const refused = async () => ({ data: null, error: { code: '42501', message: 'no' }, count: null })
		await expect(onePage(refused, 1, 2)).rejects.toThrow('no')
	})
})

describe('wholeAnswers', () => {
	const status = async (address: string, range?: string, method = 'GET'): Promise<number> => {
		const answer = async () => new Response('[]', { headers: range ? { 'content-range': range } : {} })
		return (await wholeAnswers(answer)(`http://localhost${address}`, { method })).status
	}

	it('makes an error of an answer that was cut', async () => {
		expect(await status('/rest/v1/services?select=id', '0-999/*')).toBe(500)
		expect(await status('/rest/v1/rpc/available_starts', '0-999/*')).toBe(500)
		expect(await status('/rest/v1/services?select=id&limit=2000', '0-999/*')).toBe(500)
		expect(await status('/rest/v1/services?select=id&offset=1000', '1000-1999/*')).toBe(500)
	})

	it('lets whole answers and pages pass', async () => {
		expect(await status('/rest/v1/services?select=id', '0-998/*')).toBe(200)
		expect(await status('/rest/v1/services?select=id&limit=1000', '0-999/*')).toBe(200)
		expect(await status('/rest/v1/rpc/list_starts')).toBe(200)
		expect(await status('/rest/v1/services?select=id', '0-999/1100', 'HEAD')).toBe(200)
		expect(await status('/storage/v1/object/public/a', 'bytes 0-999/2000')).toBe(200)
	})
})
