import * as v from "valibot";
import { described } from "#worker/contract/described";
import { Id } from "#worker/contract/ids";
import { IdList, Keyword } from "#worker/contract/page";

/** Groups of applicants who need attention, by reason. */
export const needs = ["waiting", "referee", "payment", "changed"] as const;
export type Need = (typeof needs)[number];

/** Whose applicants a list holds: the user's own, those of nobody, those of anybody. */
export const assignments = ["me", "nobody", "somebody"] as const;
export type Assigned = (typeof assignments)[number];

/** Orders of a list other than newest first. */
export const sorts = ["waiting"] as const;

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
	assigned: described(
		v.optional(v.picklist(assignments, "Unknown assignment")),
		"The applicants who are assigned to the user who asks, to nobody, or to somebody.",
	),
	sort: described(
		v.optional(v.picklist(sorts, "Unknown order")),
		"Instead of the newest first: the longest at their stage first.",
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
	assigned: one("assigned"),
	sort: one("sort"),
} satisfies Record<keyof ApplicantFilter, Parameter>;

const filterKeys = Object.keys(parameters) as (keyof ApplicantFilter)[];

/** Picks the filter's keys from a larger object; empty ones are left out. */
export const filterOf = (given: ApplicantFilter): ApplicantFilter =>
	Object.fromEntries(filterKeys.map((key) => [key, given[key]]).filter(([, value]) => value?.length));

export const parameterOf = (key: keyof ApplicantFilter): string => parameters[key].name;

/** The parameters of an address as text, without `?`; equal filters make equal text. */
export const toSearch = (filter: ApplicantFilter): string =>
	filterKeys.flatMap((key) => (filter[key]?.length ? searchPair(parameterOf(key), String(filter[key])) : [])).join("&");

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
