import { calendarDay, isYear, monthOf, shiftDay } from "#worker/contract/text/read-day";
import type { Reader } from "#worker/services/assistant/translate/reader";

/** The first and the last day that a date, a month or a year means. */
export interface Days {
	from: string;
	to: string;
}

/** Reads "1 March 2026", "March 1, 2026", "01/03/2026", "2026-03-01", "March 2026" or "2026". */
export const readDays = (reader: Reader): Days | undefined =>
	reader.attempt(() => {
		reader.skip("the", "year");
		const word = reader.tokens[reader.here]?.word ?? "";
		if (/^\d{4}-\d{2}-\d{2}$/.test(word)) {
			reader.here++;
			const [year = 0, month = 0, day = 0] = word.split("-").map(Number);
			return one(calendarDay(year, month, day));
		}
		if (/^\d+\/\d+\/\d{4}$/.test(word)) {
			reader.here++;
			const [day = 0, month = 0, year = 0] = word.split("/").map(Number);
			return one(calendarDay(year, month, day));
		}
		const first = reader.number();
		if (isYear(first)) return { from: `${first}-01-01`, to: `${first}-12-31` };
		reader.skip("st", "nd", "rd", "th", "of");
		const month = monthOf(reader.tokens[reader.here]?.word ?? "");
		if (month === 0) return undefined;
		reader.here++;
		const after = reader.number();
		if (first === undefined && isYear(after))
			return {
				from: `${calendarDay(after, month, 1)}`,
				to: shiftDay(month === 12 ? `${after + 1}-01-01` : `${calendarDay(after, month + 1, 1)}`, -1),
			};
		const day = first ?? after;
		reader.skip("st", "nd", "rd", "th", ",");
		const year = first === undefined ? reader.number() : after;
		return day !== undefined && isYear(year) ? one(calendarDay(year, month, day)) : undefined;
	});

const one = (day: string | undefined): Days | undefined => (day === undefined ? undefined : { from: day, to: day });

/** Reads "before 2008", "after 1 March 2026", "between … and …", "in 2007". */
export const readPeriod = (reader: Reader): { from: string | null; to: string | null } | undefined =>
	reader.attempt(() => {
		if (reader.eatAny("on or after", "from", "since", "not before", "not earlier than", "starting from")) {
			const days = readDays(reader);
			if (!days) return undefined;
			const last = reader.attempt(() => (reader.eat("to") || reader.eat("until") ? readDays(reader) : undefined));
			if (last && last.to < days.from) return undefined;
			reader.eatAny("and later", "onward");
			return { from: days.from, to: last?.to ?? null };
		}
		if (reader.eatAny("on or before", "by", "until", "up to", "not after", "not later than", "no later than")) {
			const days = readDays(reader);
			return days && { from: null, to: days.to };
		}
		if (reader.eatAny("before", "earlier than")) {
			const days = readDays(reader);
			return days && { from: null, to: shiftDay(days.from, -1) };
		}
		if (reader.eatAny("after", "later than")) {
			const days = readDays(reader);
			return days && { from: shiftDay(days.to, 1), to: null };
		}
		if (reader.eat("between")) {
			const first = readDays(reader);
			if (!first || !reader.eatAny("and", "to")) return undefined;
			const last = readDays(reader);
			return last && first.from <= last.to ? { from: first.from, to: last.to } : undefined;
		}
		reader.eatAny("in", "on", "during");
		const days = readDays(reader);
		if (!days) return undefined;
		if (reader.eatAny("or later", "and later", "or after", "onward")) return { from: days.from, to: null };
		if (reader.eatAny("or earlier", "and earlier", "or before")) return { from: null, to: days.to };
		return days;
	});
