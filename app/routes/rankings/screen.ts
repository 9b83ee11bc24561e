import { Trophy } from "lucide-react";
import { createElement, Fragment } from "react";
import { formatNumber } from "#app/format/numbers";
import type { RecordScreen } from "#app/records/screen";
import type { Choice } from "#app/ui/form/choice";
import { numberNames } from "#worker/contract/criteria/criteria-text";
import { type Quota, quotaLabels, quotas } from "#worker/contract/ranking/quotas";
import { formatDateTime } from "#worker/contract/text/dates";
import type { RankingScheme } from "#worker/services/rankings/contract";

const lines = (texts: readonly string[]) =>
	createElement(
		Fragment,
		null,
		...texts.map((text, index) => createElement("span", { key: index, className: "block" }, text)),
	);

/** What gives the points of a part, in a few words. */
export const partName = (part: RankingScheme["parts"][number]): string => {
	if (part.about === "criteria") return part.name;
	if (part.about === "grades") return `Grades of the best ${part.subjects}`;
	return `${numberNames[part.of] ?? "A number of the form"}, out of ${part.outOf}`;
};

/** "45% merit, 35% catchment area, 20% …". */
export const sharesText = (shares: Record<Quota, number>): string =>
	quotas.map((quota) => `${shares[quota]}% ${quotaLabels[quota].toLowerCase()}`).join(", ");

const asScheme = <Name extends keyof RankingScheme>(value: unknown) => value as RankingScheme[Name];

/** How applicants are ranked by course. */
export const rankingScreen: RecordScreen<RankingScheme> = {
	kind: "ranking_scheme",
	isOfWhole: true,
	path: "rankings",
	title: "Rankings",
	icon: Trophy,
	one: "ranking scheme",
	many: "ranking schemes",
	description:
		"A scheme says what gives points and how many seats each {course} has. It ranks the applicants and proposes who gets the free seats.",
	page: { path: "rankings", create: "rankings/new" },
	nameOf: ({ name }) => name,
	columns: ({ timeZone }) => [
		{ heading: "Name", card: "title", sort: "name", text: ({ name }) => name },
		{ heading: "Application", card: "line", muted: true, clipped: true, text: ({ application }) => application.name },
		{ heading: "{Courses}", width: 110, numeric: true, card: "line", cell: (row) => formatNumber(row.quotas.length) },
		{
			heading: "Proposed",
			width: 120,
			numeric: true,
			card: "line",
			cell: ({ ranking }) => (ranking ? formatNumber(ranking.proposed) : "–"),
		},
		{
			heading: "Ranked",
			width: 230,
			card: "line",
			muted: true,
			isNamedInCard: true,
			text: ({ ranking }) => (ranking ? formatDateTime(ranking.createdAt, timeZone) : "Not yet"),
		},
	],
	sortedBy: "created",
	fields: [
		{ name: "name", label: "Name" },
		{
			as: "own",
			name: "parts",
			label: "Points",
			shown: (value: unknown) => lines(asScheme<"parts">(value).map((part) => `${partName(part)}: ${part.weight}`)),
		},
		{ as: "own", name: "shares", label: "Shares", shown: (value: unknown) => sharesText(asScheme<"shares">(value)) },
		{
			as: "own",
			name: "quotas",
			label: "Seats",
			shown: (value: unknown, choices: readonly Choice[]) =>
				lines(
					asScheme<"quotas">(value).map(
						({ courseId, seats }) =>
							`${choices.find((choice) => choice.value === courseId)?.label ?? courseId}: ${seats}`,
					),
				),
		},
		{
			as: "list",
			name: "catchmentStates",
			label: "Catchment area",
			entries: (value: unknown) => asScheme<"catchmentStates">(value),
		},
		{
			as: "list",
			name: "eldsStates",
			label: "Less developed states",
			entries: (value: unknown) => asScheme<"eldsStates">(value),
		},
	],
	search: { name: "keyword", placeholder: "Name of a scheme" },
};
