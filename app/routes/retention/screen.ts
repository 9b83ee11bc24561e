import { ShieldCheck } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import type { RecordScreen } from "#app/records/screen";
import { formatDate } from "#worker/contract/text/dates";
import { noticeDays, type RetentionRule } from "#worker/services/retention/contract";

const who: Record<RetentionRule["outcome"], string> = {
	never_submitted: "Form never submitted",
	declined: "Declined",
};

const stateOf = ({ enabled, erasesAt }: RetentionRule, timeZone: string): string => {
	if (!enabled) return "Not enabled";
	return erasesAt === null ? "Enabled" : `Erases from ${formatDate(erasesAt, timeZone)}`;
};

/** Rules by which applicants are erased some months after their application has closed. */
export const retentionScreen: RecordScreen<RetentionRule> = {
	kind: "retention_rule",
	isOfWhole: true,
	path: "privacy/retention",
	title: "Privacy",
	icon: ShieldCheck,
	one: "retention rule",
	many: "retention rules",
	description: `Applicants without success are erased some months after their application has closed. Users who may erase applicants are notified ${noticeDays} days before.`,
	nameOf: ({ name }) => name,
	columns: ({ timeZone }) => [
		{ heading: "Rule", card: "title", sort: "name", text: ({ name }) => name },
		{ heading: "Application", card: "line", text: ({ application }) => application.name },
		{ heading: "Who", width: 175, card: "line", text: ({ outcome }) => who[outcome] },
		{ heading: "After", width: 105, card: "line", muted: true, text: ({ months }) => formatCount(months, "month") },
		{ heading: "State", width: 200, card: "line", muted: true, text: (rule) => stateOf(rule, timeZone) },
		{
			heading: "Last erased",
			width: 170,
			card: "line",
			muted: true,
			text: ({ lastErased, lastErasedAt }) =>
				lastErased === null || lastErasedAt === null
					? ""
					: `${formatCount(lastErased, "applicant")}, ${formatDate(lastErasedAt, timeZone)}`,
		},
	],
	fields: [
		{ name: "name", label: "Name" },
		{ as: "choice", name: "applicationId", label: "Application", placeholder: "Choose an application" },
		{ as: "choice", name: "outcome", label: "Who", placeholder: "Choose who is erased" },
		{
			as: "number",
			name: "months",
			label: "Months",
			initially: 24,
			description: "Counted from when the application closed, or the applicant came to the stage if that was later.",
		},
		{
			as: "flag",
			name: "enabled",
			label: "Enabled",
			initially: false,
			description: "Save a new rule first, to see how many applicants it would erase.",
		},
	],
	search: { name: "name", placeholder: "Name of a rule" },
	tabs: [
		{ path: "privacy", label: "Erased applicants" },
		{ path: "privacy/retention", label: "Retention rules" },
	],
};

/** The outcomes whose applicants a rule erases. */
export const retentionOptions = { outcome: Object.entries(who).map(([value, label]) => ({ value, label })) };
