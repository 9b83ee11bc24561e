import { formatCount, formatNumber } from "#app/format/numbers";
import type { BulkRow, Previewed } from "#worker/contract/bulk";
import { noLocation } from "#worker/contract/unassigned";

const are = (count: number, what: string): string | false =>
	count > 0 && `${formatNumber(count)} ${count === 1 ? "is" : "are"} ${what}`;

type Counts = Pick<Previewed, "willChange" | "unchanged" | "notAllowed" | "notFound">;
type Outcome = BulkRow["outcome"];

const sentence = (...parts: (string | false)[]): string => `${parts.filter(Boolean).join(", ")}.`;

interface Messages {
	sms: object | null;
	fault: string | null;
}

/** "46 emails and up to 46 SMS will be sent." why up to: who has no usable number gets none. */
const sentMessages = ({ emails, willChange, messages }: Moving): string => {
	const texts = messages?.sms && messages.fault === null ? willChange : 0;
	const sms = texts > 0 && `up to ${formatNumber(texts)} SMS`;
	const all = [emails > 0 && formatCount(emails, "email"), sms].filter(Boolean).join(" and ");
	return `${all === "" ? "No emails" : `${all.charAt(0).toUpperCase()}${all.slice(1)}`} will be sent.`;
};

type Moving = Pick<Counts, "willChange"> & { emails: number; messages?: Messages };

/** "48 applicants will move, 3 are already there. No emails will be sent." */
export const consequences = (preview: Counts & Moving) =>
	[
		sentence(
			`${formatCount(preview.willChange, "applicant")} will move`,
			are(preview.unchanged, "already there"),
			are(preview.notAllowed, "not allowed"),
			are(preview.notFound, "no longer there"),
		),
		sentMessages(preview),
	].join(" ");

/** "2 applicants moved to Accepted, 1 is already there, 1 was changed meanwhile." */
export const results = (stageName: string, rows: readonly { outcome: Outcome }[]): string => {
	const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
	const moved = count("changed");
	const changed = count("conflict");
	return sentence(
		`${moved === 0 ? "No applicant" : formatCount(moved, "applicant")} moved to ${stageName}`,
		are(count("unchanged"), "already there"),
		are(count("not_allowed"), "not allowed"),
		are(count("not_found"), "no longer there"),
		changed > 0 && `${formatNumber(changed)} ${changed === 1 ? "was" : "were"} changed meanwhile`,
	);
};

/** "it", of a course or a location; "none", of no location. */
const itOf = (name: string): string => (name === noLocation ? "none" : "it");

/** "48 applicants will change to CSC Computer Science, 3 have it already, for 2 it is not offered." */
export const assignmentConsequences = ({ name, willChange, unchanged, notAllowed, notFound }: Named): string =>
	sentence(
		`${formatCount(willChange, "applicant")} will change to ${name}`,
		unchanged > 0 && `${formatNumber(unchanged)} ${unchanged === 1 ? "has" : "have"} ${itOf(name)} already`,
		notAllowed > 0 && `for ${formatNumber(notAllowed)} it is not offered`,
		are(notFound, "no longer there"),
	);

export const assignmentResults = (name: string, rows: readonly { outcome: Outcome }[]): string => {
	const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
	const [changed, already, notOffered] = [count("changed"), count("unchanged"), count("not_allowed")];
	const late = count("conflict");
	return sentence(
		`${changed === 0 ? "No applicant" : formatCount(changed, "applicant")} changed to ${name}`,
		already > 0 && `${formatNumber(already)} had ${itOf(name)} already`,
		notOffered > 0 && `for ${formatNumber(notOffered)} it is not offered`,
		are(count("not_found"), "no longer there"),
		late > 0 && `${formatNumber(late)} ${late === 1 ? "was" : "were"} changed meanwhile`,
	);
};

/** "48 applicants will be assigned to Hauwa Bello, 3 are assigned to them already." */
export const reviewerConsequences = ({ name, willChange, unchanged, notAllowed, notFound }: Named): string =>
	sentence(
		`${formatCount(willChange, "applicant")} will be assigned to ${name}`,
		are(unchanged, "assigned so already"),
		notAllowed > 0 && `${formatNumber(notAllowed)} cannot be: ${name} cannot see them`,
		are(notFound, "no longer there"),
	);

export const reviewerResults = (name: string, rows: readonly { outcome: Outcome }[]): string => {
	const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
	const [changed, late, unseen] = [count("changed"), count("conflict"), count("not_allowed")];
	return sentence(
		`${changed === 0 ? "No applicant" : formatCount(changed, "applicant")} assigned to ${name}`,
		are(count("unchanged"), "assigned so already"),
		unseen > 0 && `${formatNumber(unseen)} not: ${name} cannot see them`,
		are(count("not_found"), "no longer there"),
		late > 0 && `${formatNumber(late)} ${late === 1 ? "was" : "were"} changed meanwhile`,
	);
};

/** "48 applicants selected", "All 12,431 applicants that match". */
export const describeChosen = (
	{ ids, isAll }: { ids: readonly string[]; isAll: boolean },
	total: number | undefined,
) => {
	if (!isAll) return `${formatCount(ids.length, "applicant")} selected`;
	return total === undefined ? "All applicants that match" : `All ${formatCount(total, "applicant")} that match`;
};

type Named = Counts & { name: string };

/** "46 applicants at Accepted are sent “Admission” again, 2 are not at this stage." */
export const notifySentence = (preview: Named & { template: { name: string } }): string =>
	sentence(
		`${formatCount(preview.willChange, "applicant")} at ${preview.name} ${preview.willChange === 1 ? "is" : "are"} sent “${preview.template.name}” again`,
		are(preview.notAllowed, "not at this stage"),
		are(preview.notFound, "no longer there"),
	);

/** "46 applicants will get a letter from Admission letter, 3 have this letter already, 2 are no longer there." */
export const lettersSentence = ({ name, willChange, unchanged, notFound }: Named): string =>
	sentence(
		`${formatCount(willChange, "applicant will get", "applicants will get")} a letter from ${name}`,
		unchanged > 0 && `${formatNumber(unchanged)} ${unchanged === 1 ? "has" : "have"} this letter already`,
		are(notFound, "no longer there"),
	);

/** "48 forms are drawn, 2 applicants are no longer there." */
export const formsSentence = ({ willChange, notFound }: Counts): string =>
	sentence(
		`${formatCount(willChange, "form", "forms")} will be made`,
		notFound > 0 && `${formatCount(notFound, "applicant is", "applicants are")} no longer there`,
	);
