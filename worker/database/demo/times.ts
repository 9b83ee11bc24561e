import type { Random } from "./random";

export const hour = 3_600_000;
export const day = 24 * hour;
/** Lagos is an hour ahead of UTC, the whole year. */
const lagosOffset = hour;

/** The share of a day's registrations that has come in by each hour. */
const dayCurve: readonly (readonly [share: number, hour: number])[] = [
	[0, 0],
	[0.03, 6],
	[0.12, 9],
	[0.64, 17],
	[0.94, 22],
	[1, 24],
];

const hourAt = (share: number): number => {
	for (let index = 1; index < dayCurve.length; index++) {
		const [fromShare, fromHour] = dayCurve[index - 1] ?? [0, 0];
		const [toShare, toHour] = dayCurve[index] ?? [1, 24];
		if (share <= toShare) return fromHour + ((share - fromShare) / (toShare - fromShare)) * (toHour - fromHour);
	}
	return 24;
};

const midnightBefore = (time: number): number => time - ((time + lagosOffset) % day);

/** Returns when `share` of the registrations has come in: more of them later, most by day. Grows with `share`. */
export const registrationMoment = (share: number, from: number, to: number): number => {
	const even = from + (to - from) * share ** 0.75;
	const midnight = midnightBefore(even);
	// why: on the first and the last day there is not the whole day to spread over.
	if (midnight < from || midnight + day > to) return Math.floor(even);
	return Math.floor(midnight + hourAt((even - midnight) / day) * hour);
};

/** Returns a moment in office hours on the same working day, or the Friday before; never after `latest`. */
export const inOfficeHours = (random: Random, time: number, latest: number): number => {
	const midnight = midnightBefore(time);
	const weekday = new Date(midnight + lagosOffset).getUTCDay();
	const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
	const moment = midnight - back * day + 8 * hour + Math.floor(random.next() * 8.6 * hour);
	return Math.min(moment, latest);
};

export const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 10);
