import * as v from "valibot";
import { described } from "#worker/contract/described";
import { Id } from "#worker/contract/ids";
import { IdList, Keyword } from "#worker/contract/page";
import { Day } from "#worker/contract/text/day";

/** Groups of applicants who need attention, by reason. */
export const needs = ["waiting", "referee", "payment", "changed"] as const;
export type Need = (typeof needs)[number];

/** The columns that a list can be sorted by. */
export const sortColumns = ["name", "number", "course", "stage", "waiting", "score"] as const;
export type SortColumn = (typeof sortColumns)[number];

/** Orders of a list other than newest first: by a column, or by it in the other direction. */
export const sorts = sortColumns.flatMap((column) => [column, `-${column}`] as const);
export type Sort = (typeof sorts)[number];

/** Whether references were asked for, and came. */
export const referenceStates = ["none", "outstanding", "received"] as const;
export type ReferenceState = (typeof referenceStates)[number];

/** Whether any payment of an applicant was successful. */
export const paidStates = ["paid", "unpaid"] as const;
export type PaidState = (typeof paidStates)[number];

/** The greatest score that a filter takes. */
export const maxScore = 1_000;

const Score = v.union(
	[v.number(), v.pipe(v.string(), v.regex(/^\d{1,4}(\.\d{1,2})?$/), v.transform(Number))],
	"Enter a score as a number",
);
const ScoreLimit = v.pipe(
	Score,
	v.metadata({ anyOf: undefined, type: "number", minimum: 0, maximum: maxScore }),
	v.minValue(0, "A score is not below 0"),
	v.maxValue(maxScore, `A score is at most ${maxScore.toLocaleString("en")}`),
);

/** Which applicants a list holds by their reviewer: the user's own, those without one, those with one. */
export const assignments = ["me", "nobody", "somebody"] as const;
export type Assigned = (typeof assignments)[number];

/** A search, a group or a list in another order is read and counted this far: beyond it is "1,000+". */
export const countedAtMost = 1_000;

/** Which applicants a list holds, and their order. `applicants/filter.queries.ts` says what each key filters. */
export const ApplicantFilter = v.strictObject({
	applicationId: described(v.optional(Id), "The application."),
	stage: described(
		v.optional(v.pipe(v.string(), v.maxLength(64, "Unknown stage"))),
		"The applicants at this stage: the id of a step, or a stage type such as `SHORTLISTED`.",
	),
	administrationLevelItemIds: described(
		v.optional(IdList),
		"The applicants whose course belongs to one of these faculties or departments.",
	),
	courseIds: described(v.optional(IdList), "The applicants of one of these courses."),
	keyword: described(
		v.optional(Keyword),
		"The applicants whose name, number, email address or references begin with the words of this text.",
	),
	needs: described(
		v.optional(v.picklist(needs, "Unknown group")),
		"Only applicants who need attention: because they have waited for long, a reference is missing, a payment is unclear, or somebody else changed the record.",
	),
	scoreFrom: described(v.optional(ScoreLimit), "The applicants with at least this score in their form."),
	scoreTo: described(v.optional(ScoreLimit), "The applicants with at most this score in their form."),
	states: described(v.optional(IdList), "The applicants from one of these states, by the name in their form."),
	genders: described(v.optional(IdList), "The applicants of one of these genders: `F`, `M` or as their form has it."),
	submittedFrom: described(v.optional(Day), "The applicants who submitted their form on this day or later."),
	submittedTo: described(v.optional(Day), "The applicants who submitted their form on this day or before."),
	paid: described(
		v.optional(v.picklist(paidStates, "Unknown state of the payments")),
		"The applicants who have paid anything successfully, or nothing.",
	),
	references: described(
		v.optional(v.picklist(referenceStates, "Unknown state of the references")),
		"The applicants with no reference requested, with one outstanding, or with all received.",
	),
	locationIds: described(v.optional(IdList), "The applicants who are posted to one of these locations."),
	assigned: described(
		v.optional(v.picklist(assignments, "Unknown assignment")),
		"The applicants who are assigned to the user who asks, to nobody, or to somebody.",
	),
	judged: described(
		v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}:(met|notMet|cannotTell)$/, "Unknown result of criteria"))),
		"The applicants that a session of the assistant has judged so: its id, `:` and `met`, `notMet` or `cannotTell`.",
	),
	ranked: described(
		v.optional(
			v.pipe(v.string(), v.regex(/^[\w-]{1,64}:(proposed|merit|catchment|elds)$/, "Unknown result of a ranking")),
		),
		"The applicants that a ranking proposes: its id, `:` and `proposed`, or the share of `merit`, `catchment` or `elds` alone.",
	),
	sort: described(
		v.optional(v.picklist(sorts, "Unknown order")),
		"Instead of the newest first: by a column, with `-` in the other direction. `waiting` has the longest at their stage first; applicants without a score come last.",
	),
});
export type ApplicantFilter = v.InferOutput<typeof ApplicantFilter>;

export const NamedFilter = v.strictObject({
	...ApplicantFilter.entries,
	applicationId: described(Id, "The application."),
});
export type NamedFilter = v.InferOutput<typeof NamedFilter>;

interface Parameter {
	name: string;
	read(values: readonly string[]): unknown;
}

const one = (name: string): Parameter => ({ name, read: ([text = ""]) => text.trim() || undefined });
const decimal = (name: string): Parameter => ({
	name,
	// why the text: the services refuse what is no number, by its name.
	read: ([text = ""]) => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text.trim() || undefined),
});
const list = (name: string): Parameter => ({
	name,
	read: (values) => {
		const ids = new Set(values.flatMap((text) => text.split(",")).filter(Boolean));
		return ids.size === 0 ? undefined : [...ids];
	},
});

/** The names of the keys in the address of a list. */
const parameters = {
	applicationId: one("application"),
	stage: one("stage"),
	administrationLevelItemIds: list("items"),
	courseIds: list("courses"),
	keyword: one("q"),
	needs: one("needs"),
	scoreFrom: decimal("scoreFrom"),
	scoreTo: decimal("scoreTo"),
	states: list("states"),
	genders: list("genders"),
	submittedFrom: one("submittedFrom"),
	submittedTo: one("submittedTo"),
	references: one("references"),
	paid: one("paid"),
	locationIds: list("locations"),
	assigned: one("assigned"),
	judged: one("judged"),
	ranked: one("ranked"),
	sort: one("sort"),
} satisfies Record<keyof ApplicantFilter, Parameter>;

const filterKeys = Object.keys(parameters) as (keyof ApplicantFilter)[];

/** Picks the filter's keys from a larger object; empty ones are left out. */
export const filterOf = (given: ApplicantFilter): ApplicantFilter =>
	Object.fromEntries(filterKeys.map((key) => [key, given[key]] as const).filter(([, value]) => isSet(value)));

/** Checks whether a value filters something: an empty text or list does not. */
const isSet = (value: ApplicantFilter[keyof ApplicantFilter]): boolean =>
	typeof value === "number" || Boolean(value?.length);

export const parameterOf = (key: keyof ApplicantFilter): string => parameters[key].name;

/** The parameters of an address as text, without `?`; equal filters make equal text. */
export const toSearch = (filter: ApplicantFilter): string =>
	filterKeys.flatMap((key) => (isSet(filter[key]) ? searchPair(parameterOf(key), String(filter[key])) : [])).join("&");

/** One parameter as URLSearchParams writes it. why: a page has some hundred addresses, nearly all of plain words. */
export const searchPair = (name: string, value: string): string =>
	/^[\w.-]*$/.test(value) ? `${name}=${value}` : new URLSearchParams([[name, value]]).toString();

/** Reads the filter of an address; the services check its ids. */
export const fromSearch = (params: URLSearchParams): ApplicantFilter =>
	Object.fromEntries(
		filterKeys.flatMap((key) => {
			const value = parameters[key].read(params.getAll(parameterOf(key)));
			return value === undefined ? [] : [[key, value]];
		}),
	);

/** Checks whether the filter leaves out some of the application's applicants. */
export const isNarrow = ({ applicationId: _, sort: __, ...others }: ApplicantFilter): boolean =>
	Object.keys(filterOf(others)).length > 0;

/** All that a filter lets through; `everybody` when nothing narrows it. why: a lost filter must not reach everybody. */
export const Matching = v.pipe(
	v.strictObject({
		...NamedFilter.entries,
		everybody: described(
			v.optional(v.literal(true, "This can only be true.")),
			"Required where nothing else narrows the filter: every applicant of the application is meant.",
		),
	}),
	v.forward(
		v.check(
			({ everybody, ...filter }) => (everybody === true) !== isNarrow(filter),
			"Send either a filter that leaves somebody out, or 'everybody': true for every applicant of the application.",
		),
		["everybody"],
	),
);
export type Matching = v.InferOutput<typeof Matching>;

/** Returns all that a list holds, as the services take it for a change or an email. */
export const matchingOf = (filter: ApplicantFilter, applicationId = filter.applicationId ?? ""): Matching => ({
	...filterOf(filter),
	applicationId,
	...(!isNarrow(filterOf(filter)) && { everybody: true as const }),
});
