import { weekdayOf, addDays, localDate } from '#app/lib/dates.ts'
import { axisOf, minuteOf, positionOf } from './axis.ts'
import type { BoardData } from './board-data.ts'
import type { Range } from './calendar.ts'
import { clockDay } from './clock-day.ts'
import { columnsOf, hourMarks, type Input, shownPart } from './columns.ts'
import { type RoomInput, roomColumnsOf } from './room-columns.ts'

type Asked = Omit<Input, 'axis' | 'days' | 'today'> & { range: Range; now: Date; rooms?: RoomInput['rooms'] }

/** The calendar's data for these days; with `rooms`, these are the columns instead of people. `start` is the part that is visible first: the hour before now, and the requested day. */
export function boardOf(asked: Asked): BoardData & { start: { minute: number; column: number } } {
	const { range, zone, now, rooms } = asked
	const week = range.view === 'woche'
	const days = []
	for (let date = range.from; date <= range.to; date = addDays(date, 1)) days.push(clockDay(date, zone))
	const axis = axisOf(days)
	const today = localDate(now, zone)
	const input = { ...asked, axis, days, today }
	const columns = rooms ? roomColumnsOf({ ...input, rooms }) : columnsOf(input, week)
	const part = shownPart(axis, columns)
	const current = days.find(({ date }) => date === today)
	const minute = current ? positionOf(axis, current, minuteOf(current, now.toISOString())) - 60 : part.from
	return {
		...{
			axis,
			part,
			week,
			rooms: rooms !== undefined,
			zone,
			columns,
			marks: hourMarks(axis, days, part, zone),
			now: now.toISOString(),
		},
		start: { minute: Math.max(part.from, minute), column: week ? weekdayOf(range.day) - 1 : 0 },
	}
}
