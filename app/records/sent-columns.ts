import type { Column } from "#app/records/record-table";
import { formatDateTime } from "#worker/contract/text/dates";

interface Sent {
	lastSentAt: number | null;
	nextAt: number | null;
	problem: string | null;
}

/** Columns of what is sent by itself: when it was, or why it could not be, and when it will be. */
export const sentColumns = (timeZone: string): readonly Column<Sent>[] => [
	{
		heading: "Last sent",
		width: 225,
		card: "line",
		muted: true,
		isNamedInCard: true,
		text: ({ lastSentAt, problem }) =>
			problem ?? (lastSentAt === null ? "Never" : formatDateTime(lastSentAt, timeZone)),
	},
	{
		heading: "Next",
		width: 225,
		card: "line",
		muted: true,
		isNamedInCard: true,
		text: ({ nextAt }) => (nextAt === null ? "Disabled" : formatDateTime(nextAt, timeZone)),
	},
];
