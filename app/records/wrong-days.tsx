import { screenProblems } from "#worker/contract/screen-problems";
import { areReversed } from "#worker/contract/text/reversed-days";

const { message, status } = screenProblems.dates_reversed;

/** What a list shows in place of rows when its days are in the wrong order; null when they are not. */
export const wrongDaysOf = (from: string | undefined, to: string | undefined): string | null =>
	areReversed(from, to) ? message : null;

/** Returns with which status such a list is answered. */
export const statusOfDays = (wrongDays: string | null): ResponseInit => (wrongDays === null ? {} : { status });

const id = "wrong-days";

/** Returns what ties the second of two days to what is said beside them. */
export const wrongDayProps = (wrongDays: string | null | undefined) =>
	wrongDays ? ({ "aria-invalid": true, "aria-describedby": id } as const) : {};

/** Says in the form of a list that its days are in the wrong order. */
export const WrongDays = ({ wrongDays }: { wrongDays: string | null | undefined }) =>
	wrongDays ? (
		<p id={id} role="alert" className="w-full text-red">
			{wrongDays}
		</p>
	) : null;
