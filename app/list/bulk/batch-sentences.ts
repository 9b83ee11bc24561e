import { formatCount, formatNumber } from "#app/format/numbers";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { previewDetails } from "#worker/services/assignments/contract";
import type { previewNotify } from "#worker/services/emails/notify.contract";
import type { previewLetters } from "#worker/services/letters/contract";
import type { previewBatch, updateApplicants } from "#worker/services/stage-changes/contract";

type Preview = EndpointResponse<typeof previewBatch>;
type Outcome = EndpointResponse<typeof updateApplicants>["outcomes"][number]["outcome"];

const are = (count: number, what: string): string | false =>
	count > 0 && `${formatNumber(count)} ${count === 1 ? "is" : "are"} ${what}`;

const sentence = (...parts: (string | false)[]): string => `${parts.filter(Boolean).join(", ")}.`;

/** "48 applicants move, 3 are already there, 2 are not allowed, no emails go out." */
export const consequences = (preview: Pick<Preview, "moves" | "alreadyThere" | "notAllowed" | "notFound" | "emails">) =>
	sentence(
		`${formatCount(preview.moves, "applicant")} ${preview.moves === 1 ? "moves" : "move"}`,
		are(preview.alreadyThere, "already there"),
		are(preview.notAllowed, "not allowed"),
		are(preview.notFound, "no longer there"),
		preview.emails > 0
			? `${formatCount(preview.emails, "email")} ${preview.emails === 1 ? "goes" : "go"} out`
			: "no emails go out",
	);

/** "2 applicants moved to Accepted, 1 is already there, 1 was changed meanwhile." */
export const results = (stageName: string, rows: readonly { outcome: Outcome }[]): string => {
	const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
	const moved = count("moved");
	const changed = count("changed_meanwhile");
	return sentence(
		`${moved === 0 ? "No applicant" : formatCount(moved, "applicant")} moved to ${stageName}`,
		are(count("already_there"), "already there"),
		are(count("not_allowed"), "not allowed"),
		are(count("not_found"), "no longer there"),
		changed > 0 && `${formatNumber(changed)} ${changed === 1 ? "was" : "were"} changed meanwhile`,
	);
};

type DetailPreview = EndpointResponse<typeof previewDetails>;

/** "48 applicants change to CSC Computer Science, 3 have it already, for 2 it is not offered." */
export const detailConsequences = ({ name, changes, alreadyThere, notAllowed, notFound }: DetailPreview): string =>
	sentence(
		`${formatCount(changes, "applicant")} ${changes === 1 ? "changes" : "change"} to ${name}`,
		alreadyThere > 0 && `${formatNumber(alreadyThere)} ${alreadyThere === 1 ? "has" : "have"} it already`,
		notAllowed > 0 && `for ${formatNumber(notAllowed)} it is not offered`,
		are(notFound, "no longer there"),
	);

/** The same of what happened. */
export const detailResults = (name: string, rows: readonly { outcome: Outcome }[]): string => {
	const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
	const [changed, already, notOffered] = [count("moved"), count("already_there"), count("not_allowed")];
	const late = count("changed_meanwhile");
	return sentence(
		`${changed === 0 ? "No applicant" : formatCount(changed, "applicant")} changed to ${name}`,
		already > 0 && `${formatNumber(already)} had it already`,
		notOffered > 0 && `for ${formatNumber(notOffered)} it is not offered`,
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

/** "46 applicants at Accepted are sent “Admission” again, 2 are not at this stage." */
export const notifySentence = ({ recipients, elsewhere, notFound, stageName, template }: NotifyPreview): string =>
	sentence(
		`${formatCount(recipients, "applicant")} at ${stageName} ${recipients === 1 ? "is" : "are"} sent “${template.name}” again`,
		are(elsewhere, "not at this stage"),
		are(notFound, "no longer there"),
	);

type NotifyPreview = Pick<
	EndpointResponse<typeof previewNotify>,
	"recipients" | "elsewhere" | "notFound" | "stageName" | "template"
>;

/** "46 applicants get a letter from Admission letter, 3 have this letter already, 2 are no longer there." */
export const lettersSentence = ({ letters, alreadyThere, notFound, templateName }: LettersPreview): string =>
	sentence(
		`${formatCount(letters, "applicant")} ${letters === 1 ? "gets" : "get"} a letter from ${templateName}`,
		alreadyThere > 0 && `${formatNumber(alreadyThere)} ${alreadyThere === 1 ? "has" : "have"} this letter already`,
		are(notFound, "no longer there"),
	);

type LettersPreview = EndpointResponse<typeof previewLetters>;

/** "48 forms are drawn, 2 applicants are no longer there." */
export const formsSentence = ({ found, notFound }: { found: number; notFound: number }): string =>
	sentence(
		`${formatCount(found, "form is", "forms are")} drawn`,
		notFound > 0 && `${formatCount(notFound, "applicant is", "applicants are")} no longer there`,
	);
