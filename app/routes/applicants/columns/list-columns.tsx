import type { ReactNode } from "react";
import { formatWaiting } from "#app/format/relative-time";
import { genderName, paidLabels } from "#app/routes/applicants/filtering/fact-labels";
import type { ShownApplicant } from "#app/routes/applicants/load-list.server";
import { StageBadge } from "#app/shell/stage-badge";
import { Td } from "#app/ui/table";
import type { SortColumn } from "#worker/contract/applicant-filter";
import type { ListColumn } from "#worker/contract/list-columns";
import { formatDate, formatDateTime } from "#worker/contract/text/dates";

interface RowOf {
	row: ShownApplicant;
	timeZone: string;
	now: number;
}

interface ColumnOfList {
	label: string;
	/** Pixels, or a length that grows with the window. */
	width: number | `max(${number}px,${number}vw)`;
	numeric?: boolean;
	sort?: SortColumn;
	/** Classes of the head, which hide it where its cells are hidden. */
	className?: string;
	/** Draws a row's cell. */
	cell: (of: RowOf) => ReactNode;
}

interface Said {
	/** Empty without a value. */
	say: (row: ShownApplicant, timeZone: string) => string;
	title?: (row: ShownApplicant, timeZone: string) => string | undefined;
}

/** A column of plain text: on a narrow screen a line of the card, with its name, if there is a value. */
const plain = (label: string, width: number, { say, title }: Said, more: Partial<ColumnOfList> = {}): ColumnOfList => ({
	label,
	width,
	...more,
	cell: ({ row, timeZone }) => {
		const text = say(row, timeZone);
		return (
			<Td
				card="line"
				muted
				numeric={more.numeric ?? false}
				title={title?.(row, timeZone)}
				className={text === "" ? "max-lg:hidden" : "max-lg:text-sm"}
			>
				<span className="text-text-3 lg:hidden">{label} </span>
				{text || "–"}
			</Td>
		);
	},
});

const day = (at: (row: ShownApplicant) => number | null | undefined): Said => ({
	say: (row, timeZone) => (at(row) ? formatDate(at(row), timeZone) : ""),
	title: (row, timeZone) => (at(row) ? formatDateTime(at(row), timeZone) : undefined),
});

export const columnsOfList: Record<ListColumn, ColumnOfList> = {
	number: {
		label: "Number",
		width: 128,
		sort: "number",
		cell: ({ row }) => (
			<Td card="hidden" muted>
				{row.applicationNumber}
			</Td>
		),
	},
	stage: {
		label: "Stage",
		width: 212,
		sort: "stage",
		cell: ({ row }) => (
			<Td card="aside">
				<StageBadge type={row.stage.type} name={row.stage.name} />
			</Td>
		),
	},
	course: {
		label: "Course",
		// why: most titles are whole on two lines, and the email beside the name needs the rest.
		width: "max(232px,16vw)",
		sort: "course",
		className: "max-xl:hidden",
		cell: ({ row }) => <Td card="long">{row.course}</Td>,
	},
	waiting: {
		label: "Waiting",
		width: 88,
		numeric: true,
		sort: "waiting",
		cell: ({ row, timeZone, now }) => (
			<Td card="end" numeric muted title={`Since ${formatDateTime(row.stageChangedAt, timeZone)}`}>
				{formatWaiting(row.stageChangedAt, now)}
			</Td>
		),
	},
	score: plain("Score", 76, { say: ({ score }) => String(score ?? "") }, { numeric: true, sort: "score" }),
	state: plain("State of origin", 136, { say: ({ state }) => state ?? "" }),
	gender: plain("Gender", 88, { say: ({ gender }) => (gender ? genderName(gender) : "") }),
	birthDate: plain("Date of birth", 116, { say: ({ birthDate }) => (birthDate ? formatDate(birthDate) : "") }),
	phone: plain("Phone", 140, { say: ({ phone }) => phone ?? "" }),
	location: plain("Posted to", 156, { say: ({ location }) => location ?? "" }),
	references: plain("References", 104, {
		say: ({ references: [received = 0, asked = 0] = [] }) => (asked > 0 ? `${received} of ${asked}` : ""),
	}),
	paid: plain("Payment", 104, { say: ({ isPaid }) => paidLabels[isPaid ? "paid" : "unpaid"] }),
	submitted: plain(
		"Submitted",
		116,
		day(({ submittedAt }) => submittedAt),
	),
	registered: plain(
		"Registered",
		116,
		day(({ regDate }) => regDate),
	),
	updated: plain(
		"Last change",
		116,
		day(({ updatedAt }) => updatedAt),
	),
};

/** Returns a column's name: the institution has its own word for courses. */
export const columnLabel = (id: ListColumn, courseAlias: string): string =>
	id === "course" ? courseAlias : columnsOfList[id].label;

/** The name and the checkbox, and what a course's title needs. */
const widthOf = { name: 264, course: 260 };

/** Returns the least width in which the columns can be read. */
export const leastWidth = (columns: readonly ListColumn[]): number =>
	columns.reduce((sum, id) => {
		const { width } = columnsOfList[id];
		return sum + (typeof width === "number" ? width : widthOf.course);
	}, widthOf.name);
