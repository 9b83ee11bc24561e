import { TZDate } from "@date-fns/tz";
import * as v from "valibot";
import { typedMoment } from "#app/records/typed-moment";
import { readMoney } from "#app/records/typed-money";

const notADate = "Enter a date and a time, or leave both empty.";

/**
 * A date and time as the browser's field sends it, in the institution's time zone; null where it is empty.
 * @param seen what the form began with
 */
export const TypedMoment = (timeZone: string, seen: number | null) =>
	v.pipe(
		v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/, notADate))),
		v.transform((typed) => {
			if (typed === undefined) return null;
			// why: the field holds no seconds, and what nobody has changed stays as it is.
			if (typed === typedMoment(seen, timeZone)) return seen;
			return momentOf(typed, timeZone);
		}),
	);

const momentOf = (typed: string, timeZone: string): number => {
	const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = typed.split(/\D/).map(Number);
	return new TZDate(year, month - 1, day, hour, minute, timeZone).getTime();
};

/** An amount of money as it is typed, in minor units, which the schema of its field checks. */
export const TypedMoney = (field: v.GenericSchema) =>
	v.pipe(
		v.optional(v.string()),
		v.transform((typed): unknown => (typed === undefined ? undefined : readMoney(typed))),
		field,
	);
